import { Button, Checkbox, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRpcCommand } from '../../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../../data/use-rpc-query.ts';
import { markedText } from '../../../trace/visible-text.ts';
import { ToneBadge } from '../../../ui/Badges.tsx';
import { ListStates } from '../../../ui/ListStates.tsx';
import classes from './likeness.module.css';

type Props = { readonly canWrite: boolean; readonly onClose: () => void };

/** Which sources are production traffic, and whether more than counts is kept of each. */
export function ProductionDialog({ canWrite, onClose }: Props) {
  const { t } = useTranslation('likeness');
  const sources = useRpcQuery('sources.list', {});
  const marked = useRpcQuery('likeness.sources', {});
  const set = useRpcCommand('likeness.setProduction');
  const keep = useRpcCommand('likeness.keepProfile');
  const profiles = (marked.data ?? []).filter((source) => source.kept === 'profile');
  return (
    <Modal opened onClose={onClose} title={t('dialog.title')} size={560}>
      <ListStates query={sources}>
        {(list) => (
          <div className={classes.dialog}>
            <p className="t2">{list.length + profiles.length === 0 ? t('dialog.empty') : t('dialog.text')}</p>
            <ul className={classes.sources}>
              {profiles.map((source) => (
                <li key={source.sourceId}>
                  <Checkbox
                    checked
                    disabled={!canWrite || set.isPending}
                    label={markedText(source.name)}
                    aria-label={t('dialog.mark', { name: markedText(source.name) })}
                    onChange={() => void set.run({ sourceId: source.sourceId, isProduction: false })}
                  />
                  <span className={classes.spacer} />
                  <span className="meta t3">{t('dialog.samples', { count: source.samples })}</span>
                  <ToneBadge>{t('dialog.isProfile')}</ToneBadge>
                </li>
              ))}
              {list
                .filter((source) => source.state === 'ready')
                .map((source) => {
                  const isMarked = marked.data?.some((one) => one.sourceId === source.id) === true;
                  return (
                    <li key={source.id}>
                      <Checkbox
                        checked={isMarked}
                        disabled={!canWrite || set.isPending}
                        label={markedText(source.name)}
                        aria-label={t('dialog.mark', { name: markedText(source.name) })}
                        onChange={() => void set.run({ sourceId: source.id, isProduction: !isMarked })}
                      />
                      <span className={classes.spacer} />
                      <span className="meta t3">{t('dialog.samples', { count: source.samples })}</span>
                      {isMarked ? (
                        <Button
                          size="xs"
                          disabled={!canWrite}
                          loading={keep.isPending}
                          title={t('dialog.profileText')}
                          aria-label={t('dialog.profileFor', { name: markedText(source.name) })}
                          onClick={() => void keep.run({ sourceId: source.id })}
                        >
                          {t('dialog.profile')}
                        </Button>
                      ) : null}
                    </li>
                  );
                })}
            </ul>
            <p className="meta t3">{t('dialog.profileText')}</p>
            <div className={classes.dialogFoot}>
              <span className={classes.spacer} />
              <Button size="md" onClick={onClose}>
                {t('dialog.close')}
              </Button>
            </div>
          </div>
        )}
      </ListStates>
    </Modal>
  );
}
