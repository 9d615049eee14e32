// Shows notices while no page is open, and opens the table on a click. It keeps nothing of the game.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  let notice = {};
  try {
    notice = event.data.json();
  } catch {
    // a notice that cannot be read must still be shown: browsers take the permission away otherwise
  }
  const { title = "Turncoat", body = "Something is new at your tables.", tag = "turncoat", url } = notice;
  const icon = "/static/icon-192.png";
  const more = { body, tag, data: { url: url ?? "/my-tables" }, icon, badge: icon, renotify: true };
  event.waitUntil(self.registration.showNotification(title, more));
});

async function open(url) {
  const wanted = new URL(url, self.location.origin);
  if (wanted.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === wanted.pathname);
  await (there ? there.focus() : self.clients.openWindow(wanted.href));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

// The browser has made a new subscription in place of the old one: the server must know.
async function tell(subscription) {
  const { token } = await (await fetch("/api/session")).json();
  const { endpoint, keys } = subscription.toJSON();
  await fetch("/api/me/pushes", {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrf-token": token },
    body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  });
}

self.addEventListener("pushsubscriptionchange", (event) => {
  const options = event.oldSubscription?.options;
  const renewed = event.newSubscription ?? (options && self.registration.pushManager.subscribe(options));
  event.waitUntil(Promise.resolve(renewed).then((subscription) => subscription && tell(subscription)));
});
