import { Button, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Mapping } from '../../../../shared/contract/sources.ts';
import { markedText } from '../../../trace/visible-text.ts';
import { referenceKey, referenceNameProblem, suggestReferenceName, withField } from './mapping.ts';
import classes from './wizard.module.css';

type AddReferenceProps = {
  readonly map: Mapping;
  readonly names: readonly string[];
  readonly onMap: (map: Mapping) => void;
  readonly onAdded: (key: string) => void;
};

/** A reference field of the person's own: a column and the name graders will know it by. */
export function AddReference({ map, names, onMap, onAdded }: AddReferenceProps) {
  const { t } = useTranslation(['collect', 'common']);
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button size="xs" variant="subtle" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setOpen(true)}>
        {t('collect:mapping.addReference')}
      </Button>
    );
  }
  return (
    <ReferenceForm
      map={map}
      names={names}
      onCancel={() => setOpen(false)}
      onAdd={(key, column) => {
        onMap(withField(map, key, column));
        onAdded(key);
        setOpen(false);
      }}
    />
  );
}

type ReferenceFormProps = {
  readonly map: Mapping;
  readonly names: readonly string[];
  readonly onAdd: (key: string, column: string) => void;
  readonly onCancel: () => void;
};

function ReferenceForm({ map, names, onAdd, onCancel }: ReferenceFormProps) {
  const { t } = useTranslation(['collect', 'common']);
  const [column, setColumn] = useState<string | null>(null);
  const [ownName, setOwnName] = useState<string | null>(null);
  const name = ownName ?? (column === null ? '' : suggestReferenceName(column));
  const problem = name === '' && ownName === null ? null : referenceNameProblem(map, name);
  const isReady = column !== null && name !== '' && problem === null;
  return (
    <form
      className={classes.referenceForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onAdd(referenceKey(name), column);
      }}
    >
      <Select
        label={t('collect:mapping.referenceColumn')}
        placeholder={t('collect:mapping.choose')}
        data={names.map((name) => ({ value: name, label: markedText(name) }))}
        value={column}
        searchable
        selectFirstOptionOnChange
        data-autofocus
        onChange={setColumn}
      />
      <TextInput
        label={t('collect:mapping.referenceName')}
        placeholder={t('collect:mapping.referenceNameHint')}
        value={name}
        error={
          problem === null
            ? null
            : t(problem === 'taken' ? 'collect:mapping.referenceTaken' : 'collect:mapping.referenceBad')
        }
        onChange={(event) => setOwnName(event.currentTarget.value)}
      />
      <Button type="submit" disabled={!isReady}>
        {t('collect:mapping.add')}
      </Button>
      <Button variant="subtle" onClick={onCancel}>
        {t('common:actions.cancel')}
      </Button>
    </form>
  );
}
