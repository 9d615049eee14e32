// The line of time stands where the story is, unless somebody is dragging it.
document.addEventListener("htmx:after:swap", () => {
  const moment = document.getElementById("moment");
  if (moment && document.activeElement !== moment) moment.value = moment.getAttribute("value");
});
