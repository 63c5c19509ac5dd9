import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { standing } from '../../../store/auth/standing';
import { browserActions } from '../../../store/browserActions';
import { paper } from '../../../store/paper';
import { session } from '../../../store/session';
import { Button } from '../../../ui/inputs/buttons';
import { Dialog } from '../../../ui/overlays/Dialog';
import { Paper } from '../../../ui/print/Paper';

export interface PrintDialogProps {
  /** The name under which the sheet is opened: `receipt 123`. */
  of: string;
  title: string;
  head?: readonly ReactNode[];
  isWide?: boolean;
  /** Made when the sheet is shown. */
  children(): ReactNode;
}

/** A sheet before it is printed: who prints it, when, and for which company. */
export function PrintDialog({ of, title, head = [], isWide, children }: PrintDialogProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const isShown = useSelector(paper.selectors.key) === of;
  const time = useSelector(paper.selectors.time);
  const person = useSelector(session.selectors.user)?.realName ?? '';
  const company = useSelector(standing.selectors.names)?.tenant ?? '';
  if (!isShown) return null;
  const close = () => dispatch(paper.actions.close());
  return (
    <Dialog
      title={t('print.title')}
      size={1200}
      closeLabel={t('frame.close')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('frame.close')}</Button>
          <Button tone="primary" icon="print" onClick={() => dispatch(browserActions.print())}>
            {t('print.print')}
          </Button>
        </>
      }
    >
      <Paper
        title={title}
        head={head}
        {...(isWide ? { isWide } : {})}
        foot={[company, t('print.by', { person, time })]}
      >
        {children()}
      </Paper>
    </Dialog>
  );
}

/** What the company is called on a sheet. */
export function useCompany(): string {
  return useSelector(standing.selectors.names)?.tenant ?? '';
}
