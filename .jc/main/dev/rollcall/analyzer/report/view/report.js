// Filters, sorts, links and copies. The page can be read without it: what it adds appears only when it runs.
(() => {
  "use strict";
  const FEW_ROWS = 12;
  const collator = new Intl.Collator("en", { numeric: true });
  const make = (name, facts) => Object.assign(document.createElement(name), facts);

  // Reads "0-7,12" as [[0, 7], [12, 12]], ascending.
  const ranges = text => (text || "").split(",").filter(Boolean).map(part => {
    const ends = part.split("-").map(Number);
    return [ends[0], ends[ends.length - 1]];
  });
  const ranksOf = element => ranges(element.dataset.ranks);
  const overlap = (one, other) => one.some(([from, to]) => other.some(range => from <= range[1] && range[0] <= to));

  function unfold(element) {
    for (let fold = element?.closest("details"); fold; fold = fold.parentElement.closest("details")) {
      fold.open = true;
    }
  }

  function addFilter(table) {
    const rows = [...table.tBodies[0].rows];
    if (rows.length <= FEW_ROWS) {
      return;
    }
    const line = make("p", { className: "tools" });
    const label = make("label", { textContent: table.dataset.filter + " " });
    const input = make("input", { type: "search" });
    const count = make("output", { className: "faint" });
    // A row has all words. A number is a rank, or a whole word such as a process id.
    const has = (row, word) => /^\d+$/.test(word)
      ? overlap(ranksOf(row), ranges(word)) ||
        [...row.cells].some(cell => cell.textContent.split(/[\s,]+/).includes(word))
      : row.textContent.toLowerCase().includes(word);
    const matches = (row, wanted) => wanted.split(/\s+/).every(word => has(row, word));
    const apply = () => {
      const wanted = input.value.trim().toLowerCase();
      rows.forEach(row => (row.hidden = wanted && !matches(row, wanted)));
      count.textContent = wanted ? ` ${rows.filter(row => !row.hidden).length} of ${rows.length} rows` : "";
    };
    input.addEventListener("input", apply);
    table.addEventListener("unfilter", () => apply((input.value = "")));
    label.append(input);
    line.append(label, count);
    (table.closest(".scroll") || table).before(line);
  }

  function addSort(table) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = make("button", { type: "button", className: "sort", textContent: head.textContent });
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
        heads.forEach(other => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", sign < 0 ? "descending" : "ascending");
        const text = row => row.cells[column].textContent.trim();
        const rows = [...table.tBodies[0].rows].sort((a, b) => sign * collator.compare(text(a), text(b)));
        table.tBodies[0].append(...rows);
      });
    });
  }

  function linkRanks(job) {
    const all = [...job.querySelectorAll("[data-ranks]")].map(element => ({ element, ranks: ranksOf(element) }));
    const light = from => {
      const wanted = from ? ranksOf(from) : [];
      all.forEach(({ element, ranks }) => element.classList.toggle("lit", overlap(wanted, ranks)));
    };
    job.addEventListener("pointerover", event => light(event.target.closest("[data-ranks]")));
    job.addEventListener("focusin", event => light(event.target.closest("[data-ranks]")));
    const jump = cell => {
      const others = all.filter(({ element, ranks }) => !element.closest("svg") && overlap(ranksOf(cell), ranks));
      const { element } = others.find(other => other.element.matches("tr")) || others[0] || {};
      if (element) {
        unfold(element);
        element.closest("table")?.dispatchEvent(new Event("unfilter"));
        element.tabIndex = -1;
        element.focus();
        element.scrollIntoView({ block: "center" });
      }
    };
    job.querySelectorAll("svg").forEach(picture => linkCells(picture, jump));
  }

  // A picture is one stop of the tab key; arrows go from cell to cell, Enter to the rank's row.
  function linkCells(picture, jump) {
    const cells = [...picture.querySelectorAll('[data-ranks]:not([data-ranks=""])')];
    cells.forEach((cell, index) => {
      picture.role = "group";
      cell.role = "link";
      cell.ariaLabel = cell.querySelector("title")?.textContent || cell.textContent;
      cell.tabIndex = index ? -1 : 0;
      cell.addEventListener("click", () => jump(cell));
    });
    const column = cell => cell.querySelector("rect")?.getAttribute("x");
    picture.addEventListener("keydown", event => {
      const at = cells.indexOf(event.target);
      const inColumn = cell => column(cell) === column(cells[at]);
      const moves = {
        ArrowRight: () => cells[at + 1],
        ArrowLeft: () => cells[at - 1],
        ArrowDown: () => cells.slice(at + 1).find(inColumn),
        ArrowUp: () => cells.slice(0, at).reverse().find(inColumn),
        Enter: () => jump(cells[at])
      };
      const next = at < 0 ? null : moves[event.key];
      if (next) {
        event.preventDefault();
        next()?.focus();
      }
    });
    picture.addEventListener("focusin", event => {
      cells.forEach(cell => (cell.tabIndex = cell === event.target ? 0 : -1));
    });
  }

  function addCopy(job, text) {
    const fold = text.closest("details");
    const button = make("button", { type: "button", className: "copy", textContent: "Copy" });
    text.before(button);
    const links = fold?.id ? job.querySelectorAll(`a[href="#${CSS.escape(fold.id)}"]`) : [];
    for (const trigger of [button, ...links]) {
      const status = make("span", { className: "faint", role: "status" });
      trigger.after(status);
      trigger.addEventListener("click", event => {
        event.preventDefault();
        navigator.clipboard.writeText(text.textContent).then(() => (status.textContent = " Copied."), () => {
          unfold(text);
          getSelection().selectAllChildren(text);
          status.textContent = document.execCommand("copy") ? " Copied." : " Marked: press Ctrl+C to copy.";
        });
      });
    }
  }

  for (const job of document.querySelectorAll("article:not([data-scripted])")) {
    job.dataset.scripted = "";
    job.querySelectorAll("table[data-filter]").forEach(addFilter);
    job.querySelectorAll("table[data-sort]").forEach(addSort);
    job.querySelectorAll("[data-copy]").forEach(text => addCopy(job, text));
    linkRanks(job);
    job.addEventListener("click", event => {
      const link = event.target.closest('a[href^="#"]');
      unfold(link && document.getElementById(link.hash.slice(1)));
    });
  }
})();
