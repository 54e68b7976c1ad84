import { Anchor, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Output } from '../../data/methods.ts';
import { useProjectActions } from '../../data/use-project.ts';
import { useRpcCommand } from '../../data/use-rpc-command.tsx';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import { formatAgo } from '../../i18n/format.ts';
import { useAllCommands } from '../../state/commands.tsx';
import { ListStates } from '../../ui/ListStates.tsx';
import classes from './RecentProjects.module.css';

type Recent = Output<'projects.recent'>[number];

/** Projects that were open before; those whose file is gone say so. */
export function RecentProjects() {
  const { t } = useTranslation('projects');
  const query = useRpcQuery('projects.recent', {});
  const { run: forget } = useRpcCommand('projects.forget', { onSuccess: () => void query.refetch() });
  return (
    <section className={classes.root} aria-labelledby="recent-title">
      <header className={classes.head}>
        <h2 id="recent-title">{t('welcome.recent')}</h2>
        {(query.data?.length ?? 0) > 0 ? (
          <Anchor component="button" size="sm" onClick={() => void forget({ recentId: null })}>
            {t('welcome.clear')}
          </Anchor>
        ) : null}
      </header>
      <ListStates
        query={query}
        isEmpty={(recents) => recents.length === 0}
        empty={<p className={classes.none}>{t('welcome.noRecent')}</p>}
      >
        {(recents) => (
          <ul className={classes.list}>
            {recents.map((recent) => (
              <li key={recent.recentId}>
                {recent.missing ? (
                  <MissingItem recent={recent} onForget={() => void forget({ recentId: recent.recentId })} />
                ) : (
                  <RecentItem recent={recent} />
                )}
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </section>
  );
}

function RecentItem({ recent }: { recent: Recent }) {
  const { t } = useTranslation('common');
  const [, navigate] = useLocation();
  const { open, isPending } = useProjectActions();
  async function openIt(): Promise<void> {
    if ((await open({ recentId: recent.recentId })) !== undefined) navigate('/samples');
  }
  return (
    <UnstyledButton className={classes.item} disabled={isPending} onClick={() => void openIt()} title={recent.path}>
      <b className="ell">{recent.name}</b>
      <span className={classes.aside}>
        {recent.samples === null ? '' : t('counts.samples', { count: recent.samples })}
      </span>
      <span className={classes.path}>{recent.path}</span>
      <span className={classes.aside}>{formatAgo(recent.lastOpenedAt)}</span>
    </UnstyledButton>
  );
}

function MissingItem({ recent, onForget }: { recent: Recent; onForget: () => void }) {
  const { t } = useTranslation('projects');
  const commands = useAllCommands();
  const locate = (): void => commands.find((command) => command.id === 'project.open')?.run();
  return (
    <div className={classes.item} data-missing>
      <b className="ell">{recent.name}</b>
      <span className={classes.missing}>
        <IconAlertTriangle size={12} aria-hidden />
        {t('welcome.missing')}
      </span>
      <span className={classes.path} title={recent.path}>
        {recent.path}
      </span>
      <span className={classes.links}>
        <Anchor component="button" size="sm" fw={500} onClick={locate}>
          {t('welcome.locate')}
        </Anchor>
        <Anchor component="button" size="sm" fw={500} onClick={onForget}>
          {t('welcome.forget')}
        </Anchor>
      </span>
    </div>
  );
}
