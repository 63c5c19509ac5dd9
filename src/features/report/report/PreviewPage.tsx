import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { textIn } from '../../../../contract/domain/text';
import type { ReportSpec } from '../../../../contract/schema/report';
import { reportOf } from '../../../../contract/wire/reports';
import { linesOf } from '../../../../contract/wire/reports/lines';
import { browserActions } from '../../../store/browserActions';
import { permission } from '../../../store/navigation/menu';
import { Button } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Page } from '../../../ui/layout/frame';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';
import { useFormat } from '../../crud/useFormat';
import { FileButtons, ReportLost } from './outcome';
import { ParameterForm } from './ParameterForm';
import styles from './PreviewPage.module.css';
import { type PreviewState, previews } from './previewSlice';
import { ReportTable } from './ReportTable';

const { actions: at, selectors: see } = previews;
interface PartProps {
  path: string;
  page: PreviewState;
  spec: ReportSpec;
}

function Commands({ path, page }: PartProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const mayFile = useSelector((state: never) => permission.selectors.may(state, 'report_file'));
  const mayKeep = useSelector((state: never) => permission.selectors.may(state, 'report_edit'));
  const notYet = page.result ? undefined : t('report.runFirst');
  const off = (why: string | undefined) => (why === undefined ? {} : { disabledReason: why });
  return (
    <span className={`${arrange.row} ${arrange.noPrint}`}>
      {mayKeep && (
        <Button icon="save" {...off(notYet)} onClick={() => dispatch(at.keep({ path }))}>
          {t('report.keep')}
        </Button>
      )}
      {mayFile && (
        <FileButtons
          receiving={page.receiving}
          isMade={!notYet}
          onSave={(format) => dispatch(at.save({ path, format }))}
        />
      )}
      <Button icon="print" {...off(notYet)} onClick={() => dispatch(browserActions.print())}>
        {t('report.print')}
      </Button>
    </span>
  );
}

function Outcome({ path, page, spec }: PartProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { result, trouble, isBusy } = page;
  if (trouble !== null) return <ReportLost trouble={trouble} onRetry={() => dispatch(at.run({ path }))} />;
  if (isBusy && !result) return <CardSkeleton lines={8} />;
  if (!result)
    return (
      <Card>
        <EmptyState kind="filtered" title={t('report.choose')} />
      </Card>
    );
  return result.tables.map((table) => {
    const declared = spec.tables[table.name];
    return declared && <ReportTable key={table.name} table={declared} result={table} />;
  });
}

/** A report: its parameters, its tables with their totals, and the ways out of the browser. */
export function PreviewPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { pathname: path } = useLocation();
  const page: PreviewState | undefined = useSelector((state: never) => see.of(state, path));
  const spec = reportOf(page?.head?.kind);
  if (page && page.trouble !== null && !page.head)
    return (
      <Page>
        <EmptyState
          kind={page.trouble === '' ? 'network' : 'missing'}
          title={page.trouble === '' ? t('report.lost') : errorText(t, page.trouble)}
          isPage
        >
          <Button icon="arrow-clockwise" onClick={() => dispatch(at.reload({ path }))}>
            {t('frame.retry')}
          </Button>
        </EmptyState>
      </Page>
    );
  if (!page?.head || !spec)
    return (
      <Page>
        <CardSkeleton lines={8} />
      </Page>
    );
  const part = { path, page, spec };
  return (
    <Page>
      <PageTitle title={page.head.name} end={<Commands {...part} />}>
        <span className={text.caption}>{textIn(spec.about, language)}</span>
      </PageTitle>
      <div className={arrange.noPrint}>
        <Card>
          <ParameterForm
            spec={spec}
            draft={page.draft}
            problems={page.problems}
            id={page.head.id}
            isBusy={page.isBusy}
            onType={(draft) => dispatch(at.type({ path, draft }))}
            onRun={() => dispatch(at.run({ path }))}
          />
        </Card>
      </div>
      {page.result && page.trouble === null && (
        <p className={`${text.caption} ${styles.lines}`}>
          {linesOf(spec, page.result, language).map(([heading, value]) => (
            <span key={heading}>
              {heading} <b>{value}</b>
            </span>
          ))}
        </p>
      )}
      <Outcome {...part} />
    </Page>
  );
}
