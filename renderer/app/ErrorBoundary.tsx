import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { translate } from '../i18n/index.ts';
import { EmptyState } from '../ui/EmptyState.tsx';

type Props = {
  /** Anything that changes when trying again makes sense: the address. */
  readonly resetKey: string;
  readonly children: ReactNode;
};
type State = { readonly error: Error | null; readonly resetKey: string };

/** Keeps a broken screen from taking the others with it. React offers this as a class only. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const details = error.stack ?? error.message;
    return (
      <div role="alert">
        <EmptyState
          icon={<IconAlertTriangle size={20} aria-hidden />}
          tone="err"
          title={translate('shell:crash.title')}
          text={translate('shell:crash.text')}
        >
          <Button variant="filled" onClick={() => this.setState({ error: null })}>
            {translate('common:actions.retry')}
          </Button>
          <Button onClick={() => void navigator.clipboard.writeText(details)}>
            {translate('common:actions.copyDetails')}
          </Button>
          <code className="mono11 t3">{error.message}</code>
        </EmptyState>
      </div>
    );
  }
}
