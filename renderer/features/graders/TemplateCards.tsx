import { UnstyledButton } from '@mantine/core';
import { IconBraces, IconBrandPython, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useProject } from '../../data/use-project.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { ListStates } from '../../ui/ListStates.tsx';
import { ToneBadge } from '../../ui/Badges.tsx';
import { typeOf } from './score-view.ts';
import classes from './create.module.css';

export const EMPTY_TEMPLATE = 'empty';

/** What to begin with, as cards. Shown where there is no grader yet. */
export function TemplateCards({ onPick }: { readonly onPick: (template: string) => void }) {
  const { t } = useTranslation('graders');
  const templates = useRpcQuery('graders.templates', {});
  const isReadOnly = useProject()?.readOnly === true;
  return (
    <div className={classes.empty}>
      <h2 className={classes.emptyTitle}>{t('empty.title')}</h2>
      <p className={classes.emptyText}>{isReadOnly ? t('score.readOnly') : t('empty.text')}</p>
      <ListStates query={templates}>
        {(list) => (
          <ul className={classes.cards}>
            {list.map((template) => (
              <li key={template.id}>
                <UnstyledButton className={classes.card} disabled={isReadOnly} onClick={() => onPick(template.id)}>
                  <TemplateText
                    title={template.title}
                    description={template.description}
                    type={typeOf(template.files)}
                    fileCount={Object.keys(template.files).length}
                  />
                </UnstyledButton>
              </li>
            ))}
            <li>
              <UnstyledButton className={classes.card} disabled={isReadOnly} onClick={() => onPick(EMPTY_TEMPLATE)}>
                <TemplateText title={t('create.empty')} description={t('create.emptyText')} type="" fileCount={1} />
              </UnstyledButton>
            </li>
          </ul>
        )}
      </ListStates>
    </div>
  );
}

type TextProps = {
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly fileCount: number;
};

/** What a template is, in a card of the empty screen or of the dialog. */
export function TemplateText({ title, description, type, fileCount }: TextProps) {
  const { t } = useTranslation('graders');
  const Icon = type === '' ? IconPlus : type === 'python' ? IconBrandPython : IconBraces;
  return (
    <>
      <span className={classes.cardTitle}>
        <Icon size={16} aria-hidden />
        {title}
      </span>
      <span className={classes.cardText}>{description}</span>
      <span className={classes.cardFacts}>
        {type === '' ? null : <ToneBadge>{type}</ToneBadge>}
        {fileCount > 1 ? <span className="meta">{t('create.files', { count: fileCount })}</span> : null}
      </span>
    </>
  );
}
