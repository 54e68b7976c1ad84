import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FilterChip } from '../../ui/Badges.tsx';
import { markedText } from '../../trace/visible-text.ts';
import { chipsOf, type FilterChipModel } from './filter-chips.ts';
import classes from './filter.module.css';

/** The conditions of the filter, each with a cross. */
export function FilterChips({
  filter,
  onFilter,
}: {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}) {
  const { t } = useTranslation('samples');
  const chips = chipsOf(filter);
  if (chips.length === 0) return null;
  return (
    <div className={classes.chips} role="group" aria-label={t('chips.label')}>
      {chips.map((chip) => (
        <FilterChip
          key={chip.key}
          {...fieldOf(chip)}
          value={markedText(chip.value)}
          onRemove={() => onFilter(chip.rest)}
        />
      ))}
      <UnstyledButton className={classes.clear} onClick={() => onFilter('')}>
        {t('chips.clear')}
      </UnstyledButton>
    </div>
  );

  function fieldOf({ field, isNegated }: FilterChipModel): { field?: string } {
    if (field === null) return isNegated ? { field: t('chips.notText') } : {};
    return { field: isNegated ? t('chips.not', { field }) : field };
  }
}
