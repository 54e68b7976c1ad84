import { useTranslation } from 'react-i18next';
import type { Flag, SampleDetail } from '../../../shared/model/sample.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { FilterChip } from '../../ui/Badges.tsx';
import { markedText } from '../../trace/visible-text.ts';
import { FlagMenu } from './FlagMenu.tsx';
import { isPrivacyFlag, PrivacyFlags } from './PrivacyFlags.tsx';
import classes from './viewer.module.css';

type ViewerFlagsProps = {
  readonly detail: SampleDetail;
  readonly canWrite: boolean;
  /** Brings the message of a flag into sight. */
  readonly onShow: (flag: Flag) => void;
};

/** Why to look at this sample, and its tags. Nothing is drawn when there is neither. */
export function ViewerFlags({ detail, canWrite, onShow }: ViewerFlagsProps) {
  const { t } = useTranslation('samples');
  const { run: setTags } = useRpcCommand('tags.set');
  const flags = detail.flags.filter((flag) => flag.state !== 'dismissed');
  const { tags, id } = detail.row;
  if (flags.length === 0 && tags.length === 0) return null;
  return (
    <div className={classes.flags} role="group" aria-label={t('flags.label')}>
      {flags
        .filter((flag) => !isPrivacyFlag(flag))
        .map((flag) => (
          <FlagMenu
            key={flag.id}
            flag={flag}
            attemptNumber={numberOf(detail, flag)}
            canWrite={canWrite}
            onShow={onShow}
          />
        ))}
      <PrivacyFlags sampleId={id} flags={flags} />
      {tags.map((tag) => (
        <FilterChip
          key={tag}
          value={markedText(tag)}
          {...(canWrite
            ? { onRemove: () => void setTags({ target: { by: 'ids', ids: [id] }, add: [], remove: [tag] }) }
            : {})}
        />
      ))}
    </div>
  );
}

function numberOf({ attempts }: SampleDetail, { attemptId }: Flag): number | null {
  const attempt = attempts.find(({ id }) => id === attemptId);
  return attempt === undefined ? null : attempt.idx + 1;
}
