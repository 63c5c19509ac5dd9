import { Component, type ErrorInfo, type ReactNode } from 'react';
import { forgetLost } from '../../ui/layout/lazily';

interface PageBoundaryProps {
  children: ReactNode;
  /** Rendered instead of the crashed content. */
  broken(retry: () => void): ReactNode;
  onBroken(failure: { message: string; stack: string; info: string }): void;
}

/** Catches errors of rendering, so that everything around keeps working. */
export class PageBoundary extends Component<PageBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(thrown: unknown, { componentStack }: ErrorInfo) {
    const { message = String(thrown), stack = '' } = (thrown ?? {}) as Partial<Error>;
    forgetLost();
    this.props.onBroken({ message, stack, info: (componentStack ?? '').trim() });
  }

  override render() {
    const { children, broken } = this.props;
    return this.state.isBroken ? broken(() => this.setState({ isBroken: false })) : children;
  }
}
