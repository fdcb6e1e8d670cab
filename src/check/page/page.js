"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const sections = all("section");
  const filters = all("nav button");
  const search = document.querySelector("nav input");
  let filter = sections.some((one) => one.dataset.state !== "equal") ? "changed" : "all";

  const matches = (section) => {
    const state = section.dataset.state;
    const byState = filter === "all" || filter === state || (filter === "changed" && state !== "equal");
    return byState && section.textContent.toLowerCase().includes(search.value.trim().toLowerCase());
  };
  const show = () => {
    for (const section of sections) section.hidden = !matches(section);
    for (const button of filters) button.setAttribute("aria-pressed", button.dataset.filter === filter);
    document.querySelector(".none").hidden = sections.some((section) => !section.hidden);
  };
  const choose = (name) => { filter = name; show(); };
  for (const button of filters) button.addEventListener("click", () => choose(button.dataset.filter));
  search.addEventListener("input", show);

  const setMode = (figure, mode) => {
    if (figure.dataset.pair !== "true" || !figure.querySelector(`.modes [data-mode="${mode}"]`)) return;
    figure.dataset.mode = mode;
    figure.classList.remove("on");
    for (const button of all(".modes button", figure)) button.setAttribute("aria-pressed", button.dataset.mode === mode);
    const texts = { side: "", swipe: "left: before, right: after", blink: "before", difference: "red pixels differ" };
    figure.querySelector(".which").textContent = texts[mode];
  };
  for (const figure of all("figure")) {
    for (const button of all(".modes button", figure)) {
      button.addEventListener("click", () => setMode(figure, button.dataset.mode));
    }
    const range = figure.querySelector(".modes input");
    if (range) {
      const move = () => figure.querySelector(".stage").style.setProperty("--at", `${range.value}%`);
      range.addEventListener("input", move);
      figure.querySelector(".stage").addEventListener("pointermove", (event) => {
        if (figure.dataset.mode !== "swipe") return;
        const box = figure.querySelector(".before img").getBoundingClientRect();
        range.value = (100 * (event.clientX - box.left)) / box.width;
        move();
      });
    }
    setMode(figure, "side");
  }
  setInterval(() => {
    for (const figure of all('figure[data-mode="blink"]')) {
      const on = figure.classList.toggle("on");
      figure.querySelector(".which").textContent = on ? "after" : "before";
    }
  }, 700);

  let current = -1;
  const go = (step) => {
    const shown = sections.filter((section) => !section.hidden);
    if (shown.length === 0) return;
    const at = shown.indexOf(sections[current]);
    const next = shown[Math.max(0, Math.min(shown.length - 1, at < 0 ? 0 : at + step))];
    current = sections.indexOf(next);
    // The header stays above, and its height depends on the window.
    next.style.scrollMarginTop = `${document.querySelector("header").offsetHeight + 12}px`;
    next.scrollIntoView();
    next.focus({ preventScroll: true });
  };
  const modes = { 1: "side", 2: "swipe", 3: "blink", 4: "difference", s: "swipe", b: "blink", d: "difference" };
  document.addEventListener("keydown", (event) => {
    if (event.target === search) {
      if (event.key === "Escape") search.blur();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.type === "range" && event.key.startsWith("Arrow")) return;
    if (event.key === "j" || event.key === "ArrowRight") go(1);
    else if (event.key === "k" || event.key === "ArrowLeft") go(-1);
    else if (event.key === "?") {
      const help = document.querySelector("details");
      help.open = !help.open;
    }
    else if (event.key === "z") document.body.classList.toggle("full");
    else if (event.key === "/") search.focus();
    else if (event.key === "f") {
      const names = filters.map((button) => button.dataset.filter);
      choose(names[(names.indexOf(filter) + 1) % names.length]);
    } else if (modes[event.key]) {
      const figures = current >= 0 ? all("figure", sections[current]) : all("figure");
      for (const figure of figures) setMode(figure, modes[event.key]);
    } else return;
    event.preventDefault();
  });
  show();
})();
