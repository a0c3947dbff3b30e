// What was typed, state by state: undo, redo, and a draft in this tab that survives a reload.

const MOST = 200;

export class History {
  past = [];
  now = null;
  future = [];

  constructor(name) {
    this.name = name;
    this.draft = JSON.parse(sessionStorage.getItem(name) ?? "null");
  }

  // Goes on from the draft of an earlier visit, and returns where it stood.
  resume() {
    Object.assign(this, this.draft);
    return this.now;
  }

  // A text that is being typed is one state.
  add(state) {
    if (JSON.stringify(state) === JSON.stringify(this.now)) return;
    if (this.now && !(this.now.text && state.text)) this.past = [...this.past, this.now].slice(-MOST);
    this.now = state;
    this.future = [];
    this.#save();
  }

  undo() {
    return this.#move(this.past, this.future);
  }

  redo() {
    return this.#move(this.future, this.past);
  }

  #move(from, to) {
    if (!from.length) return null;
    to.push(this.now);
    this.now = from.pop();
    this.#save();
    return this.now;
  }

  #save() {
    const { past, now, future } = this;
    try {
      sessionStorage.setItem(this.name, JSON.stringify({ past, now, future }));
    } catch {
      // The store is full or forbidden: everything works on, without a draft.
    }
  }
}
