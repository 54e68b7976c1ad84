import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ExportSpec } from '../../../shared/contract/graders.ts';
import { Note, ToneBadge } from '../../ui/Badges.tsx';
import { Card } from '../../ui/Card.tsx';
import classes from './export.module.css';
import { isMet, stateOf, type Gate, type Principle } from './gates.ts';
import { usePrinciples } from './use-principles.ts';

/** The four principles with their gates. What this version does not measure is never drawn as a number. */
export function ReadinessCard({ spec }: { readonly spec: ExportSpec }) {
  const { t } = useTranslation('export');
  const principles = usePrinciples(spec);
  const met = principles.filter((principle) => isMet(principle)).length;
  return (
    <Card
      title={t('readiness.title')}
      className={classes.grow}
      actions={<ToneBadge>{t('readiness.met', { met, total: principles.length })}</ToneBadge>}
    >
      {/* Scrolls by keyboard, too. */}
      <div className={classes.cardScroll} role="group" aria-label={t('readiness.title')} tabIndex={0}>
        {principles.map((principle) => (
          <PrincipleView key={principle.name} principle={principle} />
        ))}
        <div className={classes.noteAtFoot}>
          <Note>{t('readiness.note')}</Note>
        </div>
      </div>
    </Card>
  );
}

function PrincipleView({ principle }: { readonly principle: Principle }) {
  const { t } = useTranslation('export');
  return (
    <section className={classes.principle} aria-label={t(`readiness.principles.${principle.name}`)}>
      <StateIcon state={stateOf(principle)} />
      <div>
        <h3>{t(`readiness.principles.${principle.name}`)}</h3>
        {principle.gates.map((gate) => (
          <GateView key={gate.name} gate={gate} />
        ))}
      </div>
    </section>
  );
}

function StateIcon({ state }: { readonly state: Gate['state'] }) {
  const { t } = useTranslation('export');
  const label = t(`readiness.states.${state}`);
  if (state === 'pass') return <IconCircleCheckFilled size={16} role="img" aria-label={label} className="c-ok" />;
  if (state === 'miss') return <IconAlertTriangleFilled size={16} role="img" aria-label={label} className="c-warn" />;
  return <IconCircleDashed size={16} role="img" aria-label={label} className="t3" />;
}

function GateView({ gate }: { readonly gate: Gate }) {
  const { t } = useTranslation(['export', 'common']);
  const title = t(`export:readiness.gates.${gate.name}`);
  const value = gate.value ?? t('common:states.notMeasured');
  return (
    <div className={classes.gate}>
      <div className={classes.gateRow}>
        <span>{title}</span>
        {gate.href === null ? (
          <span className={gate.value === null ? 't3' : classes.gateValue}>{value}</span>
        ) : (
          <Link
            href={gate.href}
            className={classes.gateValue}
            data-state={gate.state}
            aria-label={t('export:readiness.openSamples', { gate: title, value })}
          >
            {value}
          </Link>
        )}
        <span className={`${classes.gateLimit} num`}>{gate.limit}</span>
      </div>
      {gate.share === null ? null : (
        <div className={classes.track} data-state={gate.state} aria-hidden>
          <i style={{ width: `${Math.min(1, gate.share) * 100}%` }} />
          <em style={{ left: `${gate.limitShare * 100}%` }} />
        </div>
      )}
      {gate.text === null ? null : <p>{gate.text}</p>}
    </div>
  );
}
