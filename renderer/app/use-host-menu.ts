import { useEffect } from 'react';
import { useHost } from '../data/client.tsx';
import { useProject } from '../data/use-project.ts';
import { useRpcQuery } from '../data/use-rpc-query.ts';
import { useAllCommands } from '../state/commands.tsx';

/** Entries of the native menu that the page knows; the shell refuses to hear of others. */
const IN_MENU: ReadonlySet<string> = new Set([
  'project.new',
  'project.open',
  'project.saveCopy',
  'project.close',
  'sources.import',
  'exports.new',
  'history.undo',
  'history.redo',
  'view.samples',
  'view.review',
  'view.graders',
  'view.exports',
  'palette.open',
  'help.open',
  'help.shortcuts',
]);

/** The window's frame: its title, its menu, and the question before it is closed while a job runs. */
export function useHostMenu(): void {
  const host = useHost();
  const project = useProject();
  const commands = useAllCommands();
  const jobs = useRpcQuery('jobs.list', {}).data;
  const isBusy = jobs?.some((job) => job.state === 'running' || job.state === 'queued') === true;

  useEffect(() => {
    const title = project === undefined ? 'Assay' : `${project.name} · Assay`;
    document.title = title;
    const enabled = commands.filter((command) => IN_MENU.has(command.id) && command.when?.() !== false);
    host.menuChanged?.({ enabled: enabled.map((command) => command.id), title, path: project?.path ?? null });
  }, [host, project, commands]);

  useEffect(
    () =>
      host.onMenuCommand((id) => commands.find((command) => command.id === id && command.when?.() !== false)?.run()),
    [host, commands],
  );

  useEffect(() => {
    if (!isBusy) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isBusy]);
}
