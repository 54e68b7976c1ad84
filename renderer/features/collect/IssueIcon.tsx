import { createElement } from 'react';
import {
  IconAlertTriangle,
  IconBracesOff,
  IconMessageOff,
  IconNote,
  IconScissors,
  IconTableOff,
  IconToolsOff,
  type Icon,
} from '@tabler/icons-react';

/** What an issue is about, by its code; codes not listed here are warned of in general. */
const ICONS: readonly (readonly [pattern: RegExp, icon: Icon])[] = [
  [/json|python_literal/u, IconBracesOff],
  [/cut_off|excel_cut|incomplete|damaged/u, IconScissors],
  [/messages|prompt|answer/u, IconMessageOff],
  [/tool/u, IconToolsOff],
  [/row|column|object/u, IconTableOff],
];

type IssueIconProps = { readonly code: string; readonly isRefused: boolean };

export function IssueIcon({ code, isRefused }: IssueIconProps) {
  const found = ICONS.find(([pattern]) => pattern.test(code))?.[1] ?? (isRefused ? IconAlertTriangle : IconNote);
  return createElement(found, { size: 14, 'aria-hidden': true, className: isRefused ? 'c-warn' : 't3' });
}
