import { UnstyledButton } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconArrowRight,
  IconChecklist,
  IconCode,
  IconDatabaseImport,
  IconFlask,
  IconFolderOpen,
  IconPackageExport,
  IconPlus,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useHost } from '../../data/client.tsx';
import { useProjectActions } from '../../data/use-project.ts';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { useAllCommands } from '../../state/commands.tsx';
import { formatKeys } from '../../state/keys.ts';
import { AppMark } from '../../ui/AppMark.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { RecentProjects } from './RecentProjects.tsx';
import classes from './WelcomePage.module.css';

/** The first screen: new, open, the sample project, and what was open before. */
export function WelcomePage() {
  const { t } = useTranslation('projects');
  return (
    <div className={classes.root} data-pane="welcome" tabIndex={-1}>
      <div className={classes.inner}>
        <div className={classes.columns}>
          <section aria-labelledby="welcome-title">
            <AppMark size={44} hole="var(--bg-surface)" />
            <h1 id="welcome-title" className={classes.title}>
              {t('welcome.title')}
            </h1>
            <p className={classes.lead}>{t('welcome.lead')}</p>
            <Starts />
          </section>
          <RecentProjects />
        </div>
        <HowItGoes />
      </div>
    </div>
  );
}

function Starts() {
  const { t } = useTranslation('projects');
  const host = useHost();
  const [, navigate] = useLocation();
  const commands = useAllCommands();
  const { open, isPending } = useProjectActions();
  const info = useRpcQuery('app.info', {}).data;
  const run = (id: string) => (): void => commands.find((command) => command.id === id)?.run();
  const keys = (combination: string) => <Kbd keys={formatKeys(combination, host.isMac)} />;
  async function openDemo(): Promise<void> {
    if ((await open({ demo: true })) !== undefined) navigate('/samples');
  }
  return (
    <>
      <Start
        icon={IconPlus}
        title={t('welcome.new')}
        hint={
          host.hasSaveDialog || info === undefined
            ? t('welcome.newHint')
            : t('welcome.newHintWeb', { folder: info.homeFolder })
        }
        aside={keys('mod+n')}
        isPrimary
        onClick={run('project.new')}
      />
      <Start
        icon={IconFolderOpen}
        title={t('welcome.open')}
        hint={t('welcome.openHint')}
        aside={keys('mod+o')}
        onClick={run('project.open')}
      />
      {info?.demoAvailable === true ? (
        <Start
          icon={IconFlask}
          title={t('welcome.demo')}
          hint={t('welcome.demoHint')}
          aside={<IconArrowRight size={16} color="var(--text-3)" aria-hidden />}
          isDisabled={isPending}
          onClick={() => void openDemo()}
        />
      ) : null}
    </>
  );
}

type StartProps = {
  readonly icon: Icon;
  readonly title: string;
  readonly hint: string;
  readonly aside: ReactNode;
  readonly isPrimary?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
};

function Start({ icon: IconPart, title, hint, aside, isPrimary = false, isDisabled = false, onClick }: StartProps) {
  return (
    <UnstyledButton
      className={classes.start}
      data-primary={isPrimary || undefined}
      disabled={isDisabled}
      onClick={onClick}
    >
      <span className={classes.startIcon}>
        <IconPart size={16} stroke={1.9} aria-hidden />
      </span>
      <span className={classes.startText}>
        <b>{title}</b>
        <span>{hint}</span>
      </span>
      {aside}
    </UnstyledButton>
  );
}

function HowItGoes() {
  const { t } = useTranslation(['projects', 'shell']);
  const steps = [
    { icon: IconDatabaseImport, title: t('shell:places.collect'), text: t('welcome.how.collect') },
    { icon: IconAdjustmentsHorizontal, title: t('shell:places.refine'), text: t('welcome.how.refine') },
    { icon: IconChecklist, title: t('shell:places.review'), text: t('welcome.how.review') },
    { icon: IconCode, title: t('welcome.grade'), text: t('welcome.how.grade') },
    { icon: IconPackageExport, title: t('shell:places.export'), text: t('welcome.how.export') },
  ];
  return (
    <ul className={classes.how}>
      {steps.map(({ icon: IconPart, title, text }) => (
        <li key={title}>
          <b>
            <IconPart size={16} stroke={1.9} aria-hidden />
            {title}
          </b>
          {text}
        </li>
      ))}
    </ul>
  );
}
