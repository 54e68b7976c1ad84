import type * as Monaco from 'monaco-editor/editor';

type Api = Pick<typeof Monaco, 'editor' | 'KeyMod' | 'KeyCode'>;

/**
 * Takes the keys of the app away from the editor, so that they act the same whether or not it has the focus. Everything
 * else stays as people know it from editors: Ctrl F, Ctrl Space, Ctrl ., Ctrl /, Alt Up, Ctrl D, Ctrl M.
 */
export function leaveAppKeys({ editor, KeyMod, KeyCode }: Api): void {
  const { CtrlCmd, Shift, Alt } = KeyMod;
  const mine = [
    // Also ends the chords that start with Ctrl K.
    CtrlCmd | KeyCode.KeyK,
    CtrlCmd | KeyCode.Enter,
    CtrlCmd | KeyCode.KeyS,
    CtrlCmd | KeyCode.KeyB,
    CtrlCmd | KeyCode.KeyI,
    CtrlCmd | KeyCode.KeyJ,
    CtrlCmd | KeyCode.KeyN,
    CtrlCmd | KeyCode.KeyO,
    CtrlCmd | KeyCode.KeyE,
    CtrlCmd | KeyCode.Comma,
    CtrlCmd | Shift | KeyCode.KeyS,
    KeyCode.F1,
    KeyCode.F6,
    Shift | KeyCode.F6,
    KeyCode.F8,
    Shift | KeyCode.F8,
  ];
  // With no command the key passes on to the page.
  editor.addKeybindingRules(mine.map((keybinding) => ({ keybinding, command: null })));
  // Alt arrows change the sample, except on macOS where they move by words as in every text.
  editor.addKeybindingRules([
    { keybinding: Alt | KeyCode.LeftArrow, command: null, when: '!isMac' },
    { keybinding: Alt | KeyCode.RightArrow, command: null, when: '!isMac' },
  ]);
}
