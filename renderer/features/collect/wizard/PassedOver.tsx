import { useTranslation } from 'react-i18next';
import type { PassedOver as PassedOverFile } from '../../../../shared/contract/sources.ts';
import { formatCount } from '../../../i18n/format.ts';
import { VisibleText } from '../../../trace/VisibleText.tsx';
import { ToneBadge } from '../../../ui/Badges.tsx';
import { Card } from '../../../ui/Card.tsx';
import classes from './wizard.module.css';

const SHOWN = 200;

/** Files of a folder that are not read, each with the reason. Nothing when there are none. */
export function PassedOver({ files }: { readonly files: readonly PassedOverFile[] }) {
  const { t } = useTranslation('collect');
  if (files.length === 0) return null;
  return (
    <Card
      title={t('files.passedOver')}
      badge={<ToneBadge>{formatCount(files.length)}</ToneBadge>}
      hasLine
      className={classes.passedOver}
    >
      {/* It scrolls, so the keyboard must reach it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.scroll} tabIndex={0} aria-label={t('files.passedOver')}>
        {files.slice(0, SHOWN).map(({ name, why }) => (
          <li key={`${name} ${why}`} className={classes.passedOverFile}>
            <span className="mono11 ell">
              <VisibleText text={name} />
            </span>
            <span className="t3">{why}</span>
          </li>
        ))}
      </ul>
      {files.length > SHOWN ? (
        <p className={classes.nothing}>{t('files.passedOverMore', { count: files.length - SHOWN })}</p>
      ) : null}
    </Card>
  );
}
