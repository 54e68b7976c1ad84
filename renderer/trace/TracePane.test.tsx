import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Message, ToolCall } from '../../shared/model/message.ts';
import { AttemptId } from '../../shared/model/ids.ts';
import type { AttemptMark, AttemptSummary } from '../../shared/model/sample.ts';
import { initTexts } from '../i18n/index.ts';
import { CommandProvider } from '../state/commands.tsx';
import { AttemptSwitcher } from './AttemptSwitcher.tsx';
import { ReferenceCompare } from './ReferenceCompare.tsx';
import { TracePane } from './TracePane.tsx';

beforeAll(() => initTexts());
afterEach(() => cleanup());

const ASK: Message = { role: 'user', parts: [{ type: 'text', text: 'Is hail covered?' }] };

function call(id: string, name: string, args: ToolCall['args'] = {}): ToolCall {
  return { id, name, argsText: JSON.stringify(args), args, kind: 'function' };
}
function turn(text: string, calls: ToolCall[] = [], more: Partial<Message> = {}): Message {
  return { role: 'assistant', parts: text === '' ? [] : [{ type: 'text', text }], calls, ...more };
}
function result(callId: string, text: string, more: Partial<Message> = {}): Message {
  return { role: 'tool', callId, parts: [{ type: 'text', text }], ...more };
}
function summaryOf(more: Partial<AttemptSummary> = {}): AttemptSummary {
  return {
    id: AttemptId.parse(7),
    idx: 1,
    outcome: 'partial',
    reward: null,
    score: 0.79,
    uid: 'u',
    model: null,
    steps: 2,
    calls: 2,
    toolErrors: 0,
    maxParallel: 2,
    latencyMs: null,
    tokens: null,
    startedAt: null,
    ...more,
  };
}
function show(
  messages: readonly Message[] | null,
  prompt: readonly Message[] = [ASK],
  more: Partial<AttemptSummary> = {},
) {
  return render(
    <MantineProvider env="test">
      <CommandProvider>
        <TracePane
          traceKey="t"
          prompt={prompt}
          tools={[]}
          messages={messages}
          summary={messages === null ? null : summaryOf(more)}
          renderRaw={() => <p>raw record</p>}
        />
      </CommandProvider>
    </MantineProvider>,
  );
}

function openFind(): void {
  fireEvent.click(screen.getByRole('button', { name: 'Find, fold and format' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Find in this trajectory' }));
}

test('shows a message of calls alone as its call, never as a blank (T29)', () => {
  show([turn('', [call('a', 'get_claim', { claim: 'MC-1' })]), result('a', '{"claims":1}')]);
  const [asked, called, ...rest] = screen.getAllByRole('listitem');
  expect(asked?.textContent).toContain('Is hail covered?');
  expect(called?.textContent).toContain('get_claim');
  expect(called?.textContent).toContain('claim "MC-1"');
  expect(called?.textContent).toContain('claims 1');
  expect(rest).toEqual([]);
});

test('shows white space and its call both (T26)', () => {
  show([turn('\n\n', [call('a', 'search')]), result('a', 'x')]);
  expect(screen.getByText('Only white space, 2 characters')).toBeDefined();
  expect(screen.getByText('search')).toBeDefined();
});

test('puts calls of one turn side by side, and those of two turns under each other (T31)', () => {
  const first = show([turn('', [call('a', 'search'), call('b', 'search')]), result('a', 'A'), result('b', 'B')]);
  expect(screen.getByText('2 calls in parallel')).toBeDefined();
  expect(screen.getAllByRole('article', { name: 'search, answered' })).toHaveLength(2);
  first.unmount();
  show([turn('', [call('a', 'search')]), result('a', 'A'), turn('', [call('b', 'search')]), result('b', 'B')]);
  expect(screen.queryByText('2 calls in parallel')).toBeNull();
  expect(screen.getAllByText('search')).toHaveLength(2);
});

test('opens a call to its arguments and result, and folds it again', () => {
  show([
    turn('', [call('a', 'get', { deep: { list: [1] } }), call('b', 'put')]),
    result('a', '{"ok":true}'),
    result('b', ''),
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Open the call get' }));
  const tree = screen.getByRole('group', { name: 'Arguments' });
  expect(tree.textContent).toContain('"list": [');
  expect(screen.getByRole('group', { name: 'Result' }).textContent).toContain('"ok": true');
  fireEvent.click(screen.getByRole('button', { name: 'Fold the call get' }));
  expect(screen.queryByRole('group', { name: 'Arguments' })).toBeNull();
});

test('says that arguments are no JSON instead of showing none', () => {
  const bad: ToolCall = {
    id: 'a',
    name: 'get',
    argsText: '{"q": oops',
    argsError: 'expected a value',
    kind: 'function',
  };
  show([turn('', [bad]), result('a', 'x')]);
  expect(screen.getByText('Arguments are not JSON')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Open the call get' }));
  expect(screen.getByText('Arguments are not JSON: expected a value')).toBeDefined();
  expect(screen.getByText('{"q": oops')).toBeDefined();
});

test('marks failed calls, calls without a result and results without a call', () => {
  show([
    turn('', [call('a', 'read'), call('b', 'wait')]),
    result('a', '{"error":"Not readable"}', { isError: true }),
    result('zz', 'late'),
  ]);
  expect(within(screen.getByRole('article', { name: 'read, failed' })).getByText('Not readable')).toBeDefined();
  expect(
    within(screen.getByRole('article', { name: 'wait, no result' })).getByText('No result in the log'),
  ).toBeDefined();
  expect(screen.getByText('Result without a call')).toBeDefined();
});

test('shows text as text: no markup becomes part of the page and hidden characters are marked', () => {
  const { container } = show([turn('<img src="http://t.example/x"><b>bold</b> safe\u202egpj.exe')]);
  expect(container.querySelector('img[src^="http"], b')).toBeNull();
  expect(screen.getByText(/<b>bold<\/b> safe/u)).toBeDefined();
  expect(screen.getByRole('img', { name: 'right-to-left override, U+202E' })).toBeDefined();
});

test('decodes an image only when asked, and never fetches one by its address', () => {
  const createObjectURL = vi.spyOn(URL, 'createObjectURL');
  const { container } = show([
    turn('done', [], {
      parts: [
        { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' },
        { type: 'image', url: 'https://tracker.example/pixel.png' },
      ],
    }),
  ]);
  expect(container.querySelector('img')).toBeNull();
  expect(createObjectURL).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Show the image' }));
  expect(container.querySelectorAll('img')).toHaveLength(1);
  expect(container.querySelector('img')?.src).toMatch(/^blob:/u);
  createObjectURL.mockRestore();
});

test('draws no waterfall when the log has no times, and says so', () => {
  show([turn('done')]);
  expect(screen.getByText('The log has no times, so no waterfall is drawn.')).toBeDefined();
  expect(screen.queryByRole('img', { name: /waterfall/u })).toBeNull();
});

test('finds text inside folded calls and opens them', () => {
  show([turn('', [call('a', 'get'), call('b', 'put')]), result('a', '{"note":"needle here"}'), result('b', 'no')]);
  openFind();
  const field = screen.getByRole('textbox', { name: 'Find in this trajectory' });
  fireEvent.change(field, { target: { value: 'NEEDLE' } });
  expect(screen.getByText('1 of 1')).toBeDefined();
  expect(document.querySelector('[data-current-match]')?.textContent).toBe('needle');
  fireEvent.change(field, { target: { value: 'nowhere' } });
  expect(screen.getByText('No match')).toBeDefined();
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(screen.queryByRole('search')).toBeNull();
});

test('steps through matches with Enter and Shift Enter, round the end', () => {
  show([turn('one hail two hail'), turn('three hail')]);
  openFind();
  const field = screen.getByRole('textbox', { name: 'Find in this trajectory' });
  fireEvent.change(field, { target: { value: 'hail' } });
  const status = screen.getByText('1 of 4');
  fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
  expect(status.textContent).toBe('4 of 4');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(status.textContent).toBe('1 of 4');
});

test('draws only what is in sight of a trajectory of 300 steps', () => {
  const messages = Array.from({ length: 300 }, (_, index) => [
    turn('', [call(`c${index}`, `tool_${index}`)]),
    result(`c${index}`, 'x'.repeat(2_000)),
  ]).flat();
  // The test page has no layout: the list of steps hears of a window and of the height of a step.
  const heights = [
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(900),
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(90),
  ];
  show(messages);
  const drawn = screen.getAllByRole('listitem').length;
  expect(drawn).toBeGreaterThan(9);
  expect(drawn).toBeLessThan(60);
  for (const height of heights) height.mockRestore();
});

test('says that a sample has no attempt and keeps its prompt in sight', () => {
  show(null);
  expect(screen.getByText('No attempt was recorded for this sample.')).toBeDefined();
  expect(screen.getByText('Is hail covered?')).toBeDefined();
});

test('folds the system prompt to one line and long turns to their beginning', () => {
  const long = Array.from({ length: 80 }, (_, index) => `line ${index}`).join('\n');
  show(
    [turn('done')],
    [
      { role: 'system', parts: [{ type: 'text', text: 'You decide claims.\nBe exact.' }] },
      { role: 'user', parts: [{ type: 'text', text: long }] },
    ],
  );
  expect(screen.queryByText(/Be exact/u)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'System You decide claims.' }));
  expect(screen.getByText(/Be exact/u)).toBeDefined();
  expect(screen.queryByText(/line 79/u)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show all 80 lines' }));
  expect(screen.getByText(/line 79/u)).toBeDefined();
});

test('shows every field of a message in the Messages tab, and the record in Raw', () => {
  show([turn('done', [], { finish: 'stop', extras: { service_tier: 'default' } })]);
  fireEvent.click(screen.getByRole('radio', { name: 'Messages' }));
  const entry = screen.getAllByRole('article').at(-1);
  expect(entry?.textContent).toContain('"service_tier": "default"');
  expect(entry?.textContent).toContain('"finish": "stop"');
  fireEvent.click(screen.getByRole('radio', { name: 'Raw' }));
  expect(screen.getByText('raw record')).toBeDefined();
});

function Switcher({ attempts }: { attempts: readonly AttemptMark[] }) {
  const [current, setCurrent] = useState(attempts[0]?.id ?? null);
  return (
    <MantineProvider env="test">
      <AttemptSwitcher attempts={attempts} current={current} onPick={setCurrent} />
    </MantineProvider>
  );
}

test('moves among attempts with arrow keys and names outcome and score of each', () => {
  const attempts = [1, 2, 3].map((id) => ({
    ...summaryOf(),
    id: AttemptId.parse(id),
    idx: id - 1,
    score: id === 2 ? null : 0.5,
  }));
  render(<Switcher attempts={attempts} />);
  const first = screen.getByRole('radio', { name: 'Attempt 1, Partial, score 0.50' });
  expect(first.getAttribute('aria-checked')).toBe('true');
  fireEvent.keyDown(first, { key: 'ArrowRight' });
  expect(screen.getByRole('radio', { name: 'Attempt 2, Partial, not scored' }).getAttribute('aria-checked')).toBe(
    'true',
  );
  fireEvent.keyDown(first, { key: 'ArrowRight' });
  fireEvent.keyDown(first, { key: 'ArrowRight' });
  expect(first.getAttribute('aria-checked')).toBe('true');
});

test('names the fields that differ from the reference, with a word and not colour alone', () => {
  render(
    <MantineProvider env="test">
      <ReferenceCompare
        reference={{ decision: 'approve', payout: 10 }}
        messages={[turn('{"decision":"approve","payout":12}')]}
        attemptNumber={2}
      />
    </MantineProvider>,
  );
  expect(within(screen.getByRole('button', { name: /decision/u })).queryByText('Differs')).toBeNull();
  expect(within(screen.getByRole('button', { name: /payout/u })).getByText('Differs')).toBeDefined();
});

test('shows a skipped and an errored part as words, never as a number', () => {
  const part = (key: string, state: 'skipped' | 'errored') => ({
    key,
    type: 'python',
    state,
    value: null,
    platformValue: 0,
    reason: 'no value',
    detail: {},
    durationUs: null,
    parts: [],
  });
  render(
    <MantineProvider env="test">
      <ReferenceCompare
        reference={{ a: 1, b: 2 }}
        messages={[turn('{"a":1,"b":2}')]}
        attemptNumber={1}
        score={{ ...part('', 'errored'), parts: [part('a', 'skipped'), part('b', 'errored')] }}
      />
    </MantineProvider>,
  );
  expect(screen.getByRole('button', { name: /^a/u }).textContent).toContain('Skipped');
  expect(screen.getByRole('button', { name: /^b/u }).textContent).toContain('Error');
  expect(screen.queryByText('0.00')).toBeNull();
});
