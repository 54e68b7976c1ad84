import { Button } from '@mantine/core';
import { IconBrandPython, IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './preview.module.css';
import type { GraderCheck } from './use-grader-check.ts';

type Props = { readonly check: GraderCheck; readonly onShow: (file: string) => void };

/** Asked once for a grader that came with a project: the code is in the editor beside it, and nothing has run yet. */
export function TrustNotice({ check, onShow }: Props) {
  const { t } = useTranslation('graders');
  const files = (check.checked?.result.python ?? []).filter((entry) => !entry.trusted).map((entry) => entry.file);
  return (
    <section className={classes.trust} aria-label={t('trust.title')}>
      <h3 className={classes.trustTitle}>
        <IconBrandPython size={16} aria-hidden />
        {t('trust.title')}
      </h3>
      <p>{t('trust.text', { files: files.join(', ') })}</p>
      <p>{t('trust.limits')}</p>
      <div className={classes.trustFiles}>
        {files.map((file) => (
          <Button key={file} size="xs" onClick={() => onShow(file)}>
            {t('trust.show', { file })}
          </Button>
        ))}
      </div>
      <Button
        leftSection={<IconShieldCheck size={14} />}
        loading={check.isAllowing}
        onClick={() => check.allow()}
        className={classes.allow ?? ''}
      >
        {t('trust.allow')}
      </Button>
      <p className="meta">{t('trust.once')}</p>
    </section>
  );
}
