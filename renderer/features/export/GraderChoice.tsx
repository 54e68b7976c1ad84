import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExportSpec } from '../../../shared/contract/graders.ts';
import type { ExportSettings } from './use-export-spec.ts';

const NONE = 'none';

type GraderChoiceProps = { readonly settings: ExportSettings; readonly spec: ExportSpec };

/** The grader that travels in the package, and which of its versions. */
export function GraderChoice({ settings, spec }: GraderChoiceProps) {
  const { t } = useTranslation('export');
  const saved = settings.graders.filter((grader) => grader.headVersion > 0);
  const grader = saved.find((entry) => entry.id === spec.graderId);
  const versions = Array.from({ length: grader?.headVersion ?? 0 }, (_, at) => (grader?.headVersion ?? 0) - at);
  return (
    <>
      <Select
        label={t('format.grader')}
        data={[
          ...saved.map((entry) => ({ value: String(entry.id), label: entry.name })),
          { value: NONE, label: t('format.noGrader') },
        ]}
        value={spec.graderId === null ? NONE : String(spec.graderId)}
        onChange={(value) =>
          settings.choose({
            graderId: saved.find((entry) => String(entry.id) === value)?.id ?? null,
            version: undefined,
          })
        }
      />
      <Select
        label={t('format.version')}
        disabled={grader === undefined}
        data={versions.map((version) => ({
          value: String(version),
          label: t(version === grader?.headVersion ? 'format.versionHead' : 'format.versionOption', { version }),
        }))}
        value={spec.version === null ? null : String(spec.version)}
        onChange={(value) => {
          if (value !== null && spec.graderId !== null)
            settings.choose({ graderId: spec.graderId, version: Number(value) });
        }}
      />
    </>
  );
}
