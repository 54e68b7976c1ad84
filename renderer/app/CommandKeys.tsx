import { useHotkeys } from 'react-hotkeys-hook';
import { useAllCommands, type Command } from '../state/commands.tsx';

const IN_FIELD =
  'input, textarea, select, [contenteditable="true"], [role="textbox"], [role="searchbox"], [role="combobox"]';
const IN_DIALOG = '[aria-modal="true"], [role="menu"], [role="listbox"]';
/** `useHotkeys` reads a list as one text; a comma is itself a key. */
const SEPARATOR = '|';

/** Connects every command on offer with its keys. */
export function CommandKeys() {
  const commands = useAllCommands();
  const taken = new Set<string>();
  return commands.flatMap((command) =>
    (command.keys ?? [])
      .filter((keys) => !taken.has(keys) && (taken.add(keys), true))
      .map((keys) => <CommandKey key={`${command.id} ${keys}`} command={command} keys={keys} />),
  );
}

function CommandKey({ command, keys }: { command: Command; keys: string }) {
  const hasMod = keys.startsWith('mod+');
  const isSymbol = /^[^a-z0-9]$/.test(keys);
  useHotkeys(
    keys,
    (event) => {
      event.preventDefault();
      command.run();
    },
    {
      delimiter: SEPARATOR,
      // Letters and signs by what the layout types, digits and named keys by their place.
      useKey: isSymbol || /(?:^|\+)[a-z,.]$/.test(keys),
      // A sign may need Shift or AltGr on some layouts.
      ignoreModifiers: isSymbol,
      enableOnFormTags: true,
      enableOnContentEditable: true,
      enabled: (event) => command.when?.() !== false && mayFire(event, command, hasMod, isSymbol),
    },
  );
  return null;
}

function mayFire(event: KeyboardEvent, command: Command, hasMod: boolean, isSymbol: boolean): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(IN_DIALOG) != null) return false;
  if (isSymbol && (event.metaKey || (event.ctrlKey && !event.getModifierState('AltGraph')))) return false;
  const isInField = target?.closest(IN_FIELD) != null;
  if (!isInField || command.inFields === true) return true;
  // A field undoes its own typing.
  return hasMod && command.inFields !== false && !command.id.startsWith('history.');
}
