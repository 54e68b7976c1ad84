import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { FormatInfo, Inspection, Mapping } from '../../../../shared/contract/sources.ts';
import { FileRefId } from '../../../../shared/model/ids.ts';
import { initTexts } from '../../../i18n/index.ts';
import { fileState } from './file-state.ts';
import { FilesStep } from './FilesStep.tsx';
import { MappingTable } from './MappingTable.tsx';
import { PerChoice } from './PerChoice.tsx';
import { RecordView } from './RecordView.tsx';
import { Stepper } from './Stepper.tsx';
import { stepsOf } from './wizard-state.ts';

beforeAll(initTexts);
afterEach(cleanup);

function show(children: ReactNode) {
  return render(<MantineProvider env="test">{children}</MantineProvider>);
}

const TABLE: FormatInfo = {
  id: 'delimited',
  title: 'Table or flat records',
  extensions: ['.csv'],
  per: ['conversation'],
  answer: 'The answer is a column.',
  sample: 'One sample per row.',
  mappable: true,
};
const CHAT: FormatInfo = {
  ...TABLE,
  id: 'openai-chat',
  title: 'OpenAI chat logs',
  per: ['call', 'turn'],
  mappable: false,
};

function inspection(more: Partial<Inspection> = {}): Inspection {
  return {
    fileRef: FileRefId.parse('f1'),
    name: 'trips.csv',
    sizeBytes: 2_000,
    containers: ['utf-8', 'table, semicolon'],
    detected: { format: 'delimited', confidence: 0.8, reason: 'rows with a prompt column' },
    runnerUp: null,
    format: 'delimited',
    per: 'conversation',
    counts: [{ per: 'conversation', samples: 2, attempts: 1 }],
    columns: [
      { name: 'ask', examples: ['Which gate?'], filled: 2 },
      { name: 'reply', examples: ['Gate 4'], filled: 1 },
    ],
    map: { prompt: 'ask' },
    encoding: 'utf-8',
    delimiter: ';',
    recordsRead: 2,
    complete: true,
    samples: [],
    issues: [],
    records: ['"Which gate?";"Gate 4"', 'When?;'],
    refusal: null,
    refused: 0,
    alreadyImported: false,
    mapFrom: 'guessed',
    known: { samples: 0, attemptsToJoin: 0 },
    ...more,
  };
}
function file(name: string, found: Inspection | undefined) {
  const ref = FileRefId.parse(name);
  const state = fileState(found, null);
  return { file: { ref, name, sizeBytes: 10 }, inspection: found, error: null, state, retry: () => undefined };
}

test('every picked file is listed with what it is, and one that cannot be read with the reason', () => {
  const onRemove = vi.fn();
  const onChoose = vi.fn();
  show(
    <FilesStep
      inspected={[
        file('trips.csv', inspection({ runnerUp: { format: 'openai-chat', confidence: 0.3, reason: 'a few fields' } })),
        file('photo.png', inspection({ format: null, detected: null, recordsRead: 0, refusal: 'This is no text.' })),
        file('later.jsonl', undefined),
      ]}
      formats={[TABLE, CHAT]}
      optionsOf={() => ({})}
      passedOver={[{ name: 'logs/photo.png', why: 'Files ending in .png hold no traffic.' }]}
      updateFor={() => null}
      onAdd={() => undefined}
      onAddFolder={() => undefined}
      onChoose={onChoose}
      onRemove={onRemove}
      onOpen={() => undefined}
    />,
  );
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows).toHaveLength(3);
  expect(rows[0]?.textContent).toContain('80 % sure');
  expect(rows[0]?.textContent).toContain('Can be imported');
  expect(rows[1]?.textContent).toContain('This is no text.');
  expect(rows[2]?.textContent).toContain('Looking');
  expect(screen.getByRole('list', { name: 'Passed over' }).textContent).toContain(
    'Files ending in .png hold no traffic.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Read as OpenAI chat logs (30 %)' }));
  expect(onChoose).toHaveBeenCalledWith('trips.csv', { format: 'openai-chat' });
  fireEvent.click(screen.getByRole('button', { name: 'Leave out photo.png' }));
  expect(onRemove).toHaveBeenCalledWith('photo.png');
});

test('steps that are done lead back, the one at hand is named, later ones do nothing', () => {
  const onStep = vi.fn();
  show(<Stepper steps={stepsOf(true)} step="mapping" onStep={onStep} />);
  fireEvent.click(screen.getByRole('button', { name: /Files/ }));
  expect(onStep).toHaveBeenCalledWith('files');
  expect(screen.queryByRole('button', { name: /Check/ })).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('Step 3 of 5, Mapping');
});

test('each way of splitting says what it gives, and the standard one is a choice taken back', () => {
  const onChoose = vi.fn();
  const counts = [
    { per: 'call', samples: 48, attempts: 50 },
    { per: 'turn', samples: 1, attempts: 1 },
  ] as const;
  const found = inspection({ format: 'openai-chat', per: 'turn', counts: [...counts] });
  show(<PerChoice inspection={found} format={CHAT} onChoose={onChoose} />);
  expect(screen.getByRole('radio', { name: /User turn/ }).textContent).toContain('1 sample, 1 attempt');
  fireEvent.click(screen.getByRole('radio', { name: /Model call/ }));
  expect(onChoose).toHaveBeenCalledWith({ per: undefined });
});

function Mapped({ onMap }: { onMap: (map: Mapping) => void }) {
  const [map, setMap] = useState<Mapping>({ prompt: 'ask', 'reference.gate': 'reply' });
  const [focusKey, setFocusKey] = useState<string | null>(null);
  return (
    <MappingTable
      inspection={inspection()}
      at={1}
      map={map}
      focusKey={focusKey}
      onFocus={setFocusKey}
      onMap={(next) => {
        setMap(next);
        onMap(next);
      }}
    />
  );
}

test('a field takes a column, shows its value in the record at hand and how many have one', () => {
  const onMap = vi.fn();
  show(<Mapped onMap={onMap} />);
  const prompt = within(screen.getByRole('row', { name: /Prompt/ }));
  expect(prompt.getByText('When?')).toBeTruthy();
  expect(prompt.getByTitle('found in 2 of 2 records')).toBeTruthy();
  fireEvent.click(screen.getByRole('combobox', { name: 'Column for Answer' }));
  fireEvent.click(screen.getByRole('option', { name: 'reply' }));
  expect(onMap).toHaveBeenLastCalledWith({ prompt: 'ask', 'reference.gate': 'reply', answer: 'reply' });
  const answer = within(screen.getByRole('row', { name: /Answer/ }));
  expect(answer.getByText('empty here')).toBeTruthy();
  expect(answer.getByTitle('found in 1 of 2 records')).toBeTruthy();
});

test('a reference field is removed, and added under a name that is not taken', () => {
  const onMap = vi.fn();
  show(<Mapped onMap={onMap} />);
  fireEvent.click(screen.getByRole('button', { name: 'Add a reference field' }));
  fireEvent.click(screen.getByRole('combobox', { name: 'Column' }));
  fireEvent.click(screen.getByRole('option', { name: 'reply' }));
  const name = screen.getByRole('textbox', { name: 'Name of the reference field' });
  fireEvent.change(name, { target: { value: 'gate' } });
  expect(screen.getByText('There is a reference field of this name already.')).toBeTruthy();
  fireEvent.change(name, { target: { value: 'stop' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(onMap).toHaveBeenLastCalledWith({ prompt: 'ask', 'reference.gate': 'reply', 'reference.stop': 'reply' });
  fireEvent.click(screen.getByRole('button', { name: 'Remove the reference field gate' }));
  expect(onMap).toHaveBeenLastCalledWith({ prompt: 'ask', 'reference.stop': 'reply' });
});

test('a record shows what its columns are mapped to and lights the one in focus', () => {
  const tags = new Map([['ask', ['Prompt']]]);
  const { container } = show(<RecordView inspection={inspection()} at={0} tags={tags} focus="ask" />);
  const lit = container.querySelectorAll('[data-lit]');
  expect([...lit].map((line) => line.textContent)).toEqual(['2"ask": "Which gate?",Prompt']);
});

test('a record that does not fit the columns is shown as it was read', () => {
  show(<RecordView inspection={inspection({ records: ['a;b;c'] })} at={0} tags={new Map()} focus={null} />);
  expect(screen.getByRole('region', { name: 'Record 1 as read' }).textContent).toBe('a;b;c');
});
