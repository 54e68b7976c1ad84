import { UnstyledButton } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { sampleRef, type SampleId } from '../../../shared/model/ids.ts';
import classes from './duplicates.module.css';
import type { OpenGroup } from './use-groups.ts';

/** All samples of the group: the keeper, and the others to choose from for the right side. */
export function MemberStrip({ open, onCompare }: { readonly open: OpenGroup; readonly onCompare: (id: SampleId) => void }) {
  const { t } = useTranslation('duplicates');
  return (
    <div className={classes.members} role="group" aria-label={t('members')}>
      {open.group.members.map((member) => {
        const sample = sampleRef(member.sampleId);
        const text = (
          <>
            <span className={classes.memberTop}>
              <span className="mono11">{sample}</span>
              {member === open.keeper ? (
                <span className={classes.keeperMark}>
                  <IconBookmark size={12} aria-hidden /> {t('keeper')}
                </span>
              ) : null}
            </span>
            <span className="meta ell">{t('memberAttempts', { count: member.attempts })}</span>
          </>
        );
        if (member === open.keeper)
          return (
            <div key={member.sampleId} className={classes.member} data-keeper>
              {text}
            </div>
          );
        return (
          <UnstyledButton
            key={member.sampleId}
            className={classes.member}
            aria-pressed={member === open.compared}
            title={t('compareWith', { sample })}
            onClick={() => onCompare(member.sampleId)}
          >
            {text}
          </UnstyledButton>
        );
      })}
    </div>
  );
}
