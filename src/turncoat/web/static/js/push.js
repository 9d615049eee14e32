// Notices while no page is open: asked for by a press, and only then.
import { all } from "./common.js";
import { toast } from "./small.js";

async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("your browser does not allow it.");
  await navigator.serviceWorker.register("/sw.js");
  const worker = await navigator.serviceWorker.ready;
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  const token = document.querySelector("[name=_csrf]").value;
  const answer = await fetch("/api/me/pushes", {
    method: "POST",
    headers: { "content-type": "application/json", "x-csrf-token": token },
    body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  });
  if (!answer.ok) throw new Error((await answer.json()).detail);
}

for (const button of all("[data-push]")) {
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!able) button.replaceWith("This browser cannot show notices here: that takes https, and a newer browser.");
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await subscribe(button.dataset.push);
      location.reload();
    } catch (fault) {
      button.disabled = false;
      toast(`Notices are not on: ${fault.message}`);
    }
  });
}
