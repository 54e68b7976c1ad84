import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { GraderFiles } from '../../../shared/contract/graders.ts';
import type { GraderId } from '../../../shared/model/ids.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { GRADER_FILE } from './grader-files.ts';
import { definitionOf, typeOf } from './score-view.ts';
import { EMPTY_TEMPLATE, TemplateText } from './TemplateCards.tsx';
import classes from './create.module.css';

const EMPTY_FILES: GraderFiles = {
  [GRADER_FILE]: `{
  "type": "string_check",
  "name": "check",
  "input": "{{ sample.output_text }}",
  "reference": "{{ item. }}",
  "operation": "eq"
}
`,
};

type Props = {
  /** Chosen from the start; '' for the first one. */
  readonly template: string;
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onCreated: (graderId: GraderId) => void;
};

export function NewGraderDialog({ template, taken, onClose, onCreated }: Props) {
  const { t } = useTranslation(['graders', 'common']);
  const { data: templates = [] } = useRpcQuery('graders.templates', {});
  const { run, isPending } = useRpcCommand('graders.create', { onSuccess: ({ graderId }) => onCreated(graderId) });
  const [chosen, setChosen] = useState(template);
  const current = chosen === '' ? (templates[0]?.id ?? EMPTY_TEMPLATE) : chosen;
  const [typed, setTyped] = useState<string | null>(null);
  const files = templates.find((one) => one.id === current)?.files ?? EMPTY_FILES;
  const name = typed ?? freeName(nameOf(files) ?? current, taken);
  const isTaken = taken.includes(name.trim());

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (name.trim() !== '' && !isTaken) void run({ name: name.trim(), files });
  }
  return (
    <Modal opened onClose={onClose} title={t('create.title')} size={640}>
      <form onSubmit={submit}>
        <Stack gap={16}>
          <TextInput
            label={t('create.name')}
            size="md"
            value={name}
            maxLength={80}
            error={isTaken ? t('create.nameTaken') : null}
            data-autofocus
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Radio.Group label={t('create.from')} value={current} onChange={setChosen}>
            <div className={classes.dialogCards}>
              {templates.map((one) => (
                <Radio.Card key={one.id} value={one.id} className={classes.card ?? ''}>
                  <TemplateText
                    title={one.title}
                    description={one.description}
                    type={typeOf(one.files)}
                    fileCount={Object.keys(one.files).length}
                  />
                </Radio.Card>
              ))}
              <Radio.Card value={EMPTY_TEMPLATE} className={classes.card ?? ''}>
                <TemplateText title={t('create.empty')} description={t('create.emptyText')} type="" fileCount={1} />
              </Radio.Card>
            </div>
          </Radio.Group>
          <Group justify="flex-end" gap={8}>
            <Button size="md" onClick={onClose}>
              {t('common:actions.cancel')}
            </Button>
            <Button
              size="md"
              variant="filled"
              type="submit"
              loading={isPending}
              disabled={name.trim() === '' || isTaken}
            >
              {t('create.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** @returns the name, with a number behind it when it is taken */
export function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

function nameOf(files: GraderFiles): string | null {
  const name = definitionOf(files)?.['name'];
  return typeof name === 'string' ? name : null;
}
