import { ActionIcon, Button, Checkbox, Popover, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconBookmark } from '@tabler/icons-react';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_KEEPER, KeeperReason } from '../../../shared/model/duplicates.ts';
import classes from './keeper-rule.module.css';
import { moved, toggled } from './sort-rule.ts';

type Props = {
  readonly rule: readonly KeeperReason[];
  readonly isOff: boolean;
  readonly onChange: (rule: readonly KeeperReason[]) => void;
};

/** What decides which sample of a cluster stays: the first reason that tells two apart. */
export function KeeperRule({ rule, isOff, onChange }: Props) {
  const { t } = useTranslation('duplicates');
  const [isOpen, setOpen] = useState(false);
  const [first] = rule;
  return (
    <Popover hideDetached={false} opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.open} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconBookmark size={14} aria-hidden />
          <span className="ell">
            {t('rule.open', { first: first === undefined ? t('rule.names.lowest') : t(`rule.names.${first}`) })}
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('rule.title')}>
        <div className={classes.box}>
          <h2 className={classes.title}>{t('rule.title')}</h2>
          <p className={classes.text}>{t('rule.text')}</p>
          <RuleList rule={rule} isOff={isOff} onChange={onChange} />
          <p className={classes.text}>{t('rule.last')}</p>
          <Button size="xs" disabled={isOff} onClick={() => onChange(DEFAULT_KEEPER)}>
            {t('rule.reset')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Those in use come first and in order; Alt with an arrow moves the one that has the focus. */
function RuleList({ rule, isOff, onChange }: Props) {
  const { t } = useTranslation('duplicates');
  const unused = KeeperReason.options.filter((reason) => !rule.includes(reason));
  function move(reason: KeeperReason, by: -1 | 1): void {
    onChange(moved(rule, rule.indexOf(reason), by));
  }
  function onKeyDown(event: KeyboardEvent, reason: KeeperReason): void {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || isOff) return;
    event.preventDefault();
    move(reason, event.key === 'ArrowUp' ? -1 : 1);
  }
  return (
    <ol className={classes.list}>
      {[...rule, ...unused].map((reason) => {
        const at = rule.indexOf(reason);
        const name = t(`rule.names.${reason}`);
        return (
          // The keys come from the controls inside.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li key={reason} className={classes.item} onKeyDown={(event) => onKeyDown(event, reason)}>
            <Checkbox
              size="xs"
              className={classes.name}
              label={at < 0 ? name : t('rule.place', { place: at + 1, name })}
              checked={at >= 0}
              disabled={isOff}
              onChange={() => onChange(toggled(rule, reason))}
            />
            <ActionIcon
              size={24}
              aria-label={t('rule.up', { name })}
              disabled={isOff || at <= 0}
              onClick={() => move(reason, -1)}
            >
              <IconArrowUp size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size={24}
              aria-label={t('rule.down', { name })}
              disabled={isOff || at < 0 || at === rule.length - 1}
              onClick={() => move(reason, 1)}
            >
              <IconArrowDown size={14} aria-hidden />
            </ActionIcon>
          </li>
        );
      })}
    </ol>
  );
}
