import { useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { useConnectionState } from '../data/client.tsx';
import { useProject } from '../data/use-project.ts';
import { DamagedPage } from '../features/projects/DamagedPage.tsx';
import { NewProjectDialog } from '../features/projects/NewProjectDialog.tsx';
import { OpenProjectDialog } from '../features/projects/OpenProjectDialog.tsx';
import { WelcomePage } from '../features/projects/WelcomePage.tsx';
import { useAppStore } from '../state/store.ts';
import { Delayed } from '../ui/ListStates.tsx';
import { ActionToasts } from './ActionToasts.tsx';
import { CommandKeys } from './CommandKeys.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { DropTarget } from './DropTarget.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { JobAnnouncer } from './JobAnnouncer.tsx';
import { Refused } from './Refused.tsx';
import { HelpRoute, Routes, SettingsRoute } from './routes.tsx';
import { PlainShell, ProjectShell } from './Shell.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { Starting } from './Starting.tsx';
import { useAppCommands } from './use-app-commands.ts';
import { useColorSchemeSetting } from './use-color-scheme.ts';
import { useHostMenu } from './use-host-menu.ts';
import { useSession } from './use-session.ts';

export function App() {
  const connection = useConnectionState();
  const isReady = useSession();
  if (connection.status === 'refused') return <Refused reason={connection.reason} />;
  if (!isReady) {
    return (
      <Delayed afterMs={400}>
        <Starting />
      </Delayed>
    );
  }
  return <Ready />;
}

function Ready() {
  useAppCommands();
  useColorSchemeSetting();
  useHostMenu();
  return (
    <>
      <CommandKeys />
      <Screen />
      <CommandPalette />
      <NewProjectDialog />
      <OpenProjectDialog />
      <ShortcutsDialog />
      <ActionToasts />
      <JobAnnouncer />
      <DropTarget />
    </>
  );
}

function Screen() {
  const project = useAppStore((state) => state.project);
  const info = useProject();
  const [location] = useLocation();
  const [seenDamaged, setSeenDamaged] = useState<string | null>(null);
  if (project === null) {
    return (
      <PlainShell>
        <ErrorBoundary resetKey={location}>
          <Switch>
            <Route path="/settings">
              <SettingsRoute />
            </Route>
            <Route path="/help">
              <HelpRoute />
            </Route>
            <Route>
              <WelcomePage />
            </Route>
          </Switch>
        </ErrorBoundary>
      </PlainShell>
    );
  }
  if (info?.readOnlyReason === 'damaged' && seenDamaged !== project) {
    return (
      <PlainShell subtitle={info.name} isDamaged>
        <DamagedPage project={info} onReadOnly={() => setSeenDamaged(project)} />
      </PlainShell>
    );
  }
  return (
    <ProjectShell>
      <ErrorBoundary resetKey={location}>
        {/* Another project starts every screen anew. */}
        <Routes key={project} />
      </ErrorBoundary>
    </ProjectShell>
  );
}
