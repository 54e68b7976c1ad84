import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { ExportProblem } from '../../../shared/model/problem.ts';
import { initTexts } from '../../i18n/index.ts';
import { PackageTable } from './PackageTable.tsx';
import { ProblemPlace, SampleLink } from './ProblemPlace.tsx';

beforeAll(initTexts);
afterEach(cleanup);

function show(children: ReactNode) {
  return render(<MantineProvider env="test">{children}</MantineProvider>);
}

const PROBLEM: ExportProblem = {
  severity: 'error',
  code: 'bad_arguments',
  message: 'The arguments of a call are not valid JSON.',
  sampleId: 213,
  file: 'train.jsonl',
  line: 88,
  path: 'messages[3].tool_calls[0].function.arguments',
};

test('a problem names its file, line and path, and opens its sample among those of the export', () => {
  const { container } = show(
    <>
      <ProblemPlace problem={PROBLEM} />
      <SampleLink problem={PROBLEM} filter="decision:include" />
    </>,
  );
  expect(container.textContent).toContain('train.jsonl:88 messages[3].tool_calls[0].function.arguments');
  const link = screen.getByRole('link', { name: 'Open S-0213' });
  expect(link.getAttribute('href')).toBe('/samples?filter=decision%3Ainclude&sample=213');
});

test('a line that would be left out has no number, and a problem of the whole package no sample', () => {
  const { container } = show(<ProblemPlace problem={{ ...PROBLEM, line: null, path: null }} />);
  expect(container.textContent).toContain('left out of train.jsonl');
  cleanup();
  const whole = { ...PROBLEM, sampleId: null, line: null, path: null };
  show(
    <p>
      <ProblemPlace problem={whole} />
      <SampleLink problem={whole} filter="" />
    </p>,
  );
  expect(screen.getByRole('paragraph').textContent.trim()).toBe('train.jsonl');
});

test('a package lists its files with size, lines and hash, and the manifest even where its hash is not known', () => {
  const hash = '9f2c000000000000000000000000000000000000000000000000000000e441be';
  show(
    <PackageTable
      label="Package"
      folder="claims-openai-rft"
      files={[
        { path: 'train.jsonl', bytes: 5_840_000, sha256: hash, records: 410 },
        { path: 'graders/amount.py', bytes: 800, sha256: hash, records: null },
      ]}
    />,
  );
  const train = within(screen.getByRole('row', { name: /train.jsonl/ }));
  expect(train.getByText('410 lines')).toBeTruthy();
  expect(train.getByText('5.8 MB')).toBeTruthy();
  expect(train.getByRole('button', { name: 'Copy the SHA-256 of train.jsonl' }).textContent).toBe('9f2c…41be');
  expect(screen.getByRole('row', { name: /^graders/ })).toBeTruthy();
  expect(screen.getByRole('row', { name: /manifest.json/ }).textContent).toContain('all hashes');
});
