import balance from '../../../resources/help/balance.md?raw';
import duplicates from '../../../resources/help/duplicates.md?raw';
import filters from '../../../resources/help/filters.md?raw';
import flags from '../../../resources/help/flags.md?raw';
import graders from '../../../resources/help/graders.md?raw';
import importing from '../../../resources/help/importing.md?raw';
import likeness from '../../../resources/help/likeness.md?raw';
import live from '../../../resources/help/live.md?raw';
import map from '../../../resources/help/map.md?raw';
import packages from '../../../resources/help/packages.md?raw';
import privacy from '../../../resources/help/privacy.md?raw';
import splits from '../../../resources/help/splits.md?raw';
import start from '../../../resources/help/start.md?raw';
import toolUse from '../../../resources/help/tool-use.md?raw';

type Topic = { readonly name: string; readonly title: string; readonly text: string };

/** The pages of `resources/help` in the order they are read; the first heading of each is its title. */
export const TOPICS: readonly Topic[] = [
  toTopic('start', start),
  toTopic('importing', importing),
  toTopic('live', live),
  toTopic('privacy', privacy),
  toTopic('duplicates', duplicates),
  toTopic('balance', balance),
  toTopic('filters', filters),
  toTopic('flags', flags),
  toTopic('likeness', likeness),
  toTopic('tool-use', toolUse),
  toTopic('graders', graders),
  toTopic('map', map),
  toTopic('splits', splits),
  toTopic('packages', packages),
];

function toTopic(name: string, text: string): Topic {
  return { name, title: /^# (.+)$/mu.exec(text)?.[1] ?? name, text };
}

/** @returns the page a link in a page leads to, null for a link that leads elsewhere */
export function topicOfLink(href: string): string | null {
  const name = /^(?:\.\/)?([\w-]+)\.md(?:#.*)?$/u.exec(href)?.[1];
  return TOPICS.some((topic) => topic.name === name) ? (name ?? null) : null;
}
