"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const sections = all("section");
  const states = all("nav [data-filter]");
  const kinds = all("nav [data-kind]");
  const search = document.querySelector("nav input");
  const header = document.querySelector("header");
  const text = new Map(sections.map((section) => [section, section.textContent.toLowerCase()]));
  let state = sections.some((section) => section.dataset.state !== "equal") ? "changed" : "all";
  // No kind, and so every kind, at first.
  let kind = "";
  let current = -1;

  const press = (button, on) => button.setAttribute("aria-pressed", on);
  const shown = () => sections.filter((section) => !section.hidden);

  // Filters

  const matches = (section) => {
    const own = section.dataset.state;
    const byState = state === "all" || state === own || (state === "changed" && own !== "equal");
    const byKind = kind === "" || section.dataset.kinds.split(" ").includes(kind);
    return byState && byKind && text.get(section).includes(search.value.trim().toLowerCase());
  };
  const show = () => {
    for (const section of sections) section.hidden = !matches(section);
    for (const button of states) press(button, button.dataset.filter === state);
    for (const button of kinds) press(button, button.dataset.kind === kind);
    document.querySelector(".none").hidden = shown().length > 0;
    showPlace();
    showCommand();
  };
  const chooseState = (name) => { state = name; show(); };
  for (const button of states) button.addEventListener("click", () => chooseState(button.dataset.filter));
  for (const button of kinds) {
    button.addEventListener("click", () => { kind = kind === button.dataset.kind ? "" : button.dataset.kind; show(); });
  }
  search.addEventListener("input", show);

  // The window on a scene, while it is open

  for (const details of all("details.scene")) {
    const frame = details.querySelector("iframe");
    details.addEventListener("toggle", () => { frame.src = details.open ? details.dataset.page : "about:blank"; });
  }

  // The place in the list

  const showPlace = () => {
    const list = shown();
    const at = list.indexOf(sections[current]);
    const count = list.length === 1 ? "1 scene shown" : `${list.length} scenes shown`;
    document.querySelector(".place").textContent = at < 0 ? count : `${at + 1} of ${list.length}`;
  };
  const goTo = (section) => {
    current = sections.indexOf(section);
    // The header stays above, and its height depends on the window.
    section.style.scrollMarginTop = `${header.offsetHeight + 12}px`;
    section.scrollIntoView();
    section.focus({ preventScroll: true });
    history.replaceState(null, "", `#${section.id}`);
    showPlace();
  };
  const go = (step) => {
    const list = shown();
    if (list.length === 0) return;
    const at = list.indexOf(sections[current]);
    goTo(list[Math.max(0, Math.min(list.length - 1, at < 0 ? 0 : at + step))]);
  };

  // Pictures

  const names = (figure) => [".before > span", ".after > span"].map((of) => figure.querySelector(of).textContent.toLowerCase());
  const setMode = (figure, mode) => {
    if (figure.dataset.pair !== "true" || !figure.querySelector(`.modes [data-mode="${mode}"]`)) return;
    figure.dataset.mode = mode;
    figure.classList.remove("on");
    for (const button of all(".modes button", figure)) press(button, button.dataset.mode === mode);
    const [before, after] = names(figure);
    const texts = { side: "", swipe: `left: ${before}, right: ${after}`, blink: before, difference: "red pixels differ" };
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
      figure.querySelector(".which").textContent = names(figure)[on ? 1 : 0];
    }
  }, 700);

  // Commands that accept

  const copy = async (code) => {
    const button = code.nextElementSibling;
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      // A page that was opened from disk may have no clipboard.
      getSelection().selectAllChildren(code);
      button.textContent = document.execCommand("copy") ? "Copied" : "Selected: press Ctrl+C";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  };
  for (const code of all(".accept code")) {
    const button = document.createElement("button");
    button.textContent = "Copy";
    button.addEventListener("click", () => copy(code));
    code.after(button);
  }
  const together = document.querySelector(".together");
  const showCommand = () => {
    const commands = shown().flatMap((section) => all(".accept code", section));
    together.hidden = commands.length < 2;
    if (together.hidden) return;
    const [{ dataset: { before, after } }] = commands;
    together.querySelector("code").textContent = `${before}${commands.map((code) => code.dataset.scene).join(" ")}${after}`;
    together.querySelector("span").textContent = `If all ${commands.length} scenes shown here are intended:`;
  };

  // Colours: those of the system, dark, light

  const themes = ["", "dark", "light"];
  const themeButton = document.querySelector(".theme");
  const stored = (value) => {
    // A page that was opened from disk may have no storage.
    try {
      if (value === undefined) return localStorage.getItem("eyeline-theme") ?? "";
      localStorage.setItem("eyeline-theme", value);
    } catch { /* The choice holds for this page only. */ }
    return "";
  };
  const setTheme = (theme) => {
    document.documentElement.dataset.theme = theme;
    themeButton.textContent = `Colours: ${theme || "system"}`;
  };
  const nextTheme = () => {
    const next = themes[(themes.indexOf(document.documentElement.dataset.theme) + 1) % themes.length];
    setTheme(next);
    stored(next);
  };
  themeButton.addEventListener("click", nextTheme);
  setTheme(themes.includes(stored()) ? stored() : "");

  // Keys

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
    else if (event.key === "t") nextTheme();
    else if (event.key === "/") search.focus();
    else if (event.key === "f") {
      const names = states.map((button) => button.dataset.filter);
      chooseState(names[(names.indexOf(state) + 1) % names.length]);
    } else if (event.key === "c" || event.key === "C") {
      const place = event.key === "C" ? together : sections[current] ?? shown()[0];
      const code = place?.querySelector(".accept code, :scope > code");
      if (code && !place.hidden) copy(code);
    } else if (modes[event.key]) {
      const figures = current >= 0 ? all("figure", sections[current]) : all("figure");
      for (const figure of figures) setMode(figure, modes[event.key]);
    } else return;
    event.preventDefault();
  });

  show();
  const linked = sections.find((section) => `#${section.id}` === location.hash);
  if (linked) {
    if (linked.hidden) chooseState("all");
    goTo(linked);
  }
})();
