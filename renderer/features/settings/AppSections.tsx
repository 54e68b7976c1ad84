import { Button, SegmentedControl } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRpcQuery } from '../../data/use-rpc-query.ts';
import type { ColorScheme } from '../../state/slices/preferences.ts';
import { useAppStore } from '../../state/store.ts';
import { ToneBadge } from '../../ui/Badges.tsx';
import { SettingRow, SettingSection } from './SettingRow.tsx';

const SCHEMES: readonly ColorScheme[] = ['auto', 'light', 'dark'];

export function AppearanceSection() {
  const { t } = useTranslation('settings');
  const colorScheme = useAppStore((state) => state.colorScheme);
  const colorSchemeChosen = useAppStore((state) => state.colorSchemeChosen);
  return (
    <SettingSection id="appearance" title={t('sections.appearance')}>
      <SettingRow
        title={t('appearance.scheme')}
        hint={t('appearance.schemeHint')}
        aside={
          <SegmentedControl<ColorScheme>
            aria-label={t('appearance.scheme')}
            value={colorScheme}
            data={SCHEMES.map((value) => ({ value, label: t(`appearance.${value}`) }))}
            onChange={colorSchemeChosen}
          />
        }
      />
    </SettingSection>
  );
}

export function KeyboardSection() {
  const { t } = useTranslation('settings');
  const dialogOpened = useAppStore((state) => state.dialogOpened);
  return (
    <SettingSection id="keyboard" title={t('sections.keyboard')}>
      <SettingRow
        title={t('keyboard.shortcuts')}
        hint={t('keyboard.shortcutsHint')}
        aside={<Button onClick={() => dialogOpened('shortcuts')}>{t('keyboard.show')}</Button>}
      />
    </SettingSection>
  );
}

export function PrivacySection() {
  const { t } = useTranslation('settings');
  return (
    <SettingSection id="privacy" title={t('sections.privacy')}>
      <SettingRow
        title={t('privacy.outgoing')}
        hint={t('privacy.outgoingHint')}
        aside={
          <ToneBadge tone="ok" icon={<IconLock size={12} aria-hidden />}>
            {t('privacy.off')}
          </ToneBadge>
        }
      />
    </SettingSection>
  );
}

export function AboutSection() {
  const { t } = useTranslation('settings');
  const info = useRpcQuery('app.info', {}).data;
  return (
    <SettingSection id="about" title={t('sections.about')}>
      <SettingRow
        title={t('about.version')}
        hint={t('about.versionHint')}
        aside={<span className="num">{info?.version ?? ''}</span>}
      />
      <SettingRow
        title={t('about.home')}
        hint={t('about.homeHint')}
        aside={<span className="mono11">{info?.homeFolder ?? ''}</span>}
      />
    </SettingSection>
  );
}
