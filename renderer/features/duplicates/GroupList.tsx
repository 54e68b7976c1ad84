import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { sampleRef } from '../../../shared/model/ids.ts';
import classes from './duplicates.module.css';
import type { DuplicateGroup } from './use-groups.ts';

type Props = {
  readonly groups: readonly DuplicateGroup[];
  readonly at: number;
  readonly total: number;
  readonly onPick: (at: number) => void;
};

/** Groups with the most members first. */
export function GroupList({ groups, at, total, onPick }: Props) {
  const { t } = useTranslation(['duplicates', 'common']);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <>
      <div className={classes.listHead}>
        <h2>{t('duplicates:panes.groups')}</h2>
        <span className="label t3 num">{t('duplicates:position', { at: at + 1, total })}</span>
      </div>
      <ul ref={list} className={classes.list}>
        {groups.map((group, index) => (
          <li key={group.key}>
            <UnstyledButton className={classes.group} aria-current={index === at} onClick={() => onPick(index)}>
              <span className="ell">{group.title}</span>
              <span className={classes.groupMeta}>
                <span>{t('common:counts.samples', { count: group.members.length })}</span>
                <span className="mono11">{group.members.slice(0, 3).map((member) => sampleRef(member.sampleId)).join(' ')}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
        {groups.length < total ? (
          <li className={classes.listFoot}>{t('duplicates:partList', { count: groups.length, total })}</li>
        ) : null}
      </ul>
    </>
  );
}
