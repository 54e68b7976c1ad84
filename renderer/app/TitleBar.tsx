import { ActionIcon, Tooltip, UnstyledButton, useComputedColorScheme } from '@mantine/core';
import { IconHelp, IconMoon, IconSearch, IconSettings, IconSun, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useHost } from '../data/client.tsx';
import { formatKeys } from '../state/keys.ts';
import { useAppStore } from '../state/store.ts';
import { AppMark } from '../ui/AppMark.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { JobTray } from './JobTray.tsx';
import { palette } from './palette.ts';
import { ProjectMenu } from './ProjectMenu.tsx';
import classes from './TitleBar.module.css';

/** Mark, project menu, palette field, jobs, theme. */
export function TitleBar() {
  const { t } = useTranslation('shell');
  const { isMac } = useHost();
  return (
    <div className={classes.root}>
      <div className={classes.left}>
        <AppMark />
        <ProjectMenu />
      </div>
      <UnstyledButton className={classes.palette} onClick={palette.open} aria-keyshortcuts="Control+K">
        <IconSearch size={14} aria-hidden />
        <span className={classes.placeholder}>{t('palette.placeholder')}</span>
        <Kbd keys={formatKeys('mod+k', isMac)} />
      </UnstyledButton>
      <div className={classes.right}>
        <JobTray />
        <ThemeToggle />
      </div>
    </div>
  );
}

/** Before a project is open there is nothing to search. */
export function WelcomeTitleBar({ subtitle }: { subtitle?: string }) {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.root} data-plain>
      <div className={classes.left}>
        <AppMark />
        <b className={classes.name}>{t('appName')}</b>
        {subtitle === undefined ? null : <span className="t3">{subtitle}</span>}
      </div>
      <div className={classes.right}>
        <ThemeToggle />
        {subtitle === undefined ? (
          <>
            <PlaceButton path="/help" label={t('help')} icon={IconHelp} />
            <PlaceButton path="/settings" label={t('places.settings')} icon={IconSettings} />
          </>
        ) : null}
      </div>
    </div>
  );
}

type PlaceButtonProps = { readonly path: string; readonly label: string; readonly icon: Icon };

/** Opens a page that needs no project, and leads back from it. */
function PlaceButton({ path, label, icon: Icon }: PlaceButtonProps) {
  const [location, navigate] = useLocation();
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        aria-pressed={location === path}
        onClick={() => navigate(location === path ? '/' : path)}
      >
        <Icon size={16} stroke={1.9} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function ThemeToggle() {
  const { t } = useTranslation('shell');
  const isDark = useComputedColorScheme('light') === 'dark';
  const colorSchemeChosen = useAppStore((state) => state.colorSchemeChosen);
  const label = isDark ? t('theme.toLight') : t('theme.toDark');
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => colorSchemeChosen(isDark ? 'light' : 'dark')}>
        {isDark ? <IconSun size={16} stroke={1.9} aria-hidden /> : <IconMoon size={16} stroke={1.9} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
