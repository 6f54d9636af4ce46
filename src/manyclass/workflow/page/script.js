"use strict";
// Filters of statements, figures to save, and links that unfold what they lead to. Without it the page can be read whole.
const form = document.querySelector(".filters");
const statements = [...document.querySelectorAll(".statement")];

function filter() {
  const asked = new FormData(form);
  const words = asked.get("words").trim().toLowerCase();
  let shown = 0;
  for (const each of statements) {
    const fits = ["document", "verdict", "kind"].every((name) => !asked.get(name) || each.dataset[name] === asked.get(name));
    each.hidden = !(fits && each.textContent.toLowerCase().includes(words));
    shown += !each.hidden;
  }
  form.querySelector("output").textContent = `${shown} of ${statements.length} statements`;
}

function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  if (target.hidden) {
    form.reset();
    filter();
    target.scrollIntoView();
  }
  target.open = true;
}

if (form) {
  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();
}
for (const link of document.querySelectorAll("a.figure")) link.href = link.closest("article").querySelector("img").src;
addEventListener("hashchange", unfold);
unfold();
