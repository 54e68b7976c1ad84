import { Button, Textarea, TextInput } from '@mantine/core';
import { IconBookmarkFilled, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonObject, JsonValue } from '../../../shared/model/json.ts';
import type { SampleId } from '../../../shared/model/ids.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import classes from './review.module.css';
import { fromFieldText, toFieldText, withField } from './reference-fields.ts';

type Props = { readonly sampleId: SampleId; readonly reference: JsonObject; readonly canWrite: boolean };

/** The reference, one field a row. A field is saved when it loses the focus, so nothing half-typed is lost on moving on. */
export function ReferenceEditor({ sampleId, reference, canWrite }: Props) {
  const { t } = useTranslation('review');
  const { run } = useRpcCommand('samples.update');
  const fields = Object.entries(reference);
  function save(field: string, value: JsonValue): void {
    const next = withField(reference, field, value);
    if (next !== null) void run({ sampleId, change: { reference: next } });
  }
  return (
    <section className={classes.section} aria-labelledby="review-reference">
      <div className={classes.sectionHead}>
        <h2 id="review-reference">{t('reference')}</h2>
        <IconBookmarkFilled size={14} className="c-gold" aria-hidden />
        <span className={classes.grow} />
        <Kbd keys="E" />
      </div>
      {fields.length === 0 ? <p className="t2 label">{t('noReference')}</p> : null}
      {fields.map(([field, value], at) => (
        <Field
          key={`${sampleId}.${field}.${JSON.stringify(value)}`}
          field={field}
          value={value}
          isFirst={at === 0}
          canWrite={canWrite}
          onSave={save}
        />
      ))}
      {canWrite ? (
        <NewField taken={Object.keys(reference)} isFirst={fields.length === 0} onAdd={(field) => save(field, '')} />
      ) : null}
    </section>
  );
}

type FieldProps = {
  readonly field: string;
  readonly value: JsonValue;
  readonly isFirst: boolean;
  readonly canWrite: boolean;
  readonly onSave: (field: string, value: JsonValue) => void;
};

function Field({ field, value, isFirst, canWrite, onSave }: FieldProps) {
  const { t } = useTranslation('review');
  const start = toFieldText(value);
  const [text, setText] = useState(start.text);
  const parsed = fromFieldText({ text, isJson: start.isJson });
  const label = start.isJson ? t('jsonField', { field }) : field;
  return (
    <div className={classes.field}>
      <span className={classes.fieldName}>{field}</span>
      <Textarea
        aria-label={label}
        autosize
        minRows={1}
        maxRows={6}
        size="sm"
        readOnly={!canWrite}
        value={text}
        error={parsed === undefined ? t('badJson') : undefined}
        data-reference-first={isFirst || undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => {
          if (parsed !== undefined) onSave(field, parsed);
        }}
      />
    </div>
  );
}

function NewField({
  taken,
  isFirst,
  onAdd,
}: {
  taken: readonly string[];
  isFirst: boolean;
  onAdd: (field: string) => void;
}) {
  const { t } = useTranslation('review');
  const [name, setName] = useState('');
  const clean = name.trim();
  const isFree = clean !== '' && !taken.includes(clean) && clean !== 'messages' && clean !== 'tools';
  return (
    <form
      className={classes.newField}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isFree) return;
        onAdd(clean);
        setName('');
      }}
    >
      <TextInput
        aria-label={t('fieldName')}
        placeholder={t('fieldName')}
        size="xs"
        value={name}
        data-reference-first={isFirst || undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" disabled={!isFree} leftSection={<IconPlus size={12} aria-hidden />}>
        {t('addField')}
      </Button>
    </form>
  );
}
