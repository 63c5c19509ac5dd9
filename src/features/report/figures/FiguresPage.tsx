import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { countIn, textIn } from '../../../../contract/domain/text';
import type { TableResult } from '../../../../contract/wire/reports';
import {
  askedWith,
  type BusinessResult,
  businessReports,
  businessSpec,
  isBusinessList,
  listPlace,
} from '../../../../contract/wire/reports/business';
import { businessPage } from '../../../../contract/wire/reports/business/page';
import { linesOf } from '../../../../contract/wire/reports/lines';
import { permission } from '../../../store/navigation/menu';
import { arrange } from '../../../ui/layout/arrange';
import { Page } from '../../../ui/layout/frame';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { Card, Segments } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { TextLink } from '../../../ui/navigation/links';
import { CardSkeleton } from '../../../ui/overlays/messages';
import { Pager } from '../../../ui/table/Pager';
import { usePageAddress } from '../../crud/links';
import { useFormat } from '../../crud/useFormat';
import { FileButtons, ReportLost } from '../report/outcome';
import { ParameterForm } from '../report/ParameterForm';
import { ReportTable } from '../report/ReportTable';
import styles from './FiguresPage.module.css';
import { type FiguresState, figures } from './figuresSlice';

const { actions: at, selectors: see } = figures;
const pageSizes = [20, 50, 100, 200, 500];
interface PartProps {
  path: string;
  page: FiguresState;
}

function Commands({ path, page }: PartProps) {
  const dispatch = useDispatch();
  const maySave = useSelector((state: never) => permission.selectors.may(state, 'report_file'));
  if (!maySave) return null;
  return (
    <span className={`${arrange.row} ${arrange.noPrint}`}>
      <FileButtons
        receiving={page.receiving}
        isMade={page.result !== null}
        onSave={(format) => dispatch(at.save({ path, format }))}
      />
    </span>
  );
}

function ListPages({ path, page, table: { total, isCounting } }: PartProps & { table: TableResult }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  return (
    <Pager
      total={total}
      current={page.current}
      size={page.size}
      sizes={pageSizes}
      onChange={(to) => dispatch(at.run({ path, ...to }))}
      words={{
        total: (rows) => (isCounting ? t('crud.totalUnknown') : t('crud.total', { rows: countIn(rows, language) })),
        perPage: (count) => t('crud.perPage', { count }),
        goTo: t('crud.goTo'),
        goToEnd: t('crud.goToEnd'),
        page: t('crud.page'),
        previous: t('crud.previous'),
        next: t('crud.next'),
      }}
    />
  );
}

/** The tables; each figure is a link to the list that adds up to it, and a contract to its order. */
function Tables({ path, page, result }: PartProps & { result: BusinessResult }) {
  const addressOf = usePageAddress();
  const spec = businessSpec(result.report)!;
  const asked = askedWith(result.params);
  return result.tables.map((table) => {
    const declared = spec.tables[table.name];
    if (!declared) return null;
    const linkOf = (column: string, row: BusinessResult['tables'][number]['rows'][number] | null) => {
      if (column === 'contractCode' && row?.orderId)
        return addressOf({ feature: 'order', rest: `detail/${row.orderId}` });
      const opened = declared.opens?.(column, row, asked);
      return (
        opened &&
        addressOf({
          feature: businessPage,
          rest: listPlace(opened.list),
          search: String(new URLSearchParams(opened.params)),
        })
      );
    };
    return (
      <ReportTable key={table.name} table={declared} result={table} linkOf={linkOf}>
        {isBusinessList(result.report) && <ListPages path={path} page={page} table={table} />}
      </ReportTable>
    );
  });
}

function Outcome({ path, page }: PartProps) {
  const dispatch = useDispatch();
  const { result, trouble } = page;
  if (trouble !== null) return <ReportLost trouble={trouble} onRetry={() => dispatch(at.run({ path }))} />;
  return result ? <Tables path={path} page={page} result={result} /> : <CardSkeleton lines={8} />;
}

/** Six reports as of a day, and the lists that their figures open. */
export function FiguresPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const addressOf = usePageAddress();
  const { language } = useFormat();
  const { pathname: path } = useLocation();
  const page: FiguresState | undefined = useSelector((state: never) => see.of(state, path));
  const spec = businessSpec(page?.report ?? '');
  if (!page || !spec)
    return (
      <Page>
        <CardSkeleton lines={8} />
      </Page>
    );
  const isList = isBusinessList(page.report);
  const items = Object.entries(businessReports).map(([key, { title }]) => ({ key, label: textIn(title, language) }));
  return (
    <Page>
      <PageTitle
        title={isList ? textIn(spec.title, language) : t('figures.title')}
        end={<Commands path={path} page={page} />}
      >
        <span className={text.caption}>{textIn(spec.about, language)}</span>
      </PageTitle>
      {isList ? (
        <TextLink to={addressOf({ feature: businessPage })}>{t('figures.back')}</TextLink>
      ) : (
        <div className={styles.reports}>
          <Segments
            label={t('figures.choose')}
            items={items}
            current={page.report}
            onPick={(report) => dispatch(at.pick({ path, report }))}
          />
        </div>
      )}
      <div className={arrange.noPrint}>
        <Card>
          <ParameterForm
            spec={spec}
            draft={page.draft}
            problems={page.problems}
            id={page.report}
            isBusy={page.isBusy}
            onType={(draft) => dispatch(at.type({ path, draft }))}
            onRun={() => dispatch(at.run({ path }))}
          />
        </Card>
      </div>
      {page.result && (
        <p className={`${text.caption} ${styles.lines}`}>
          {linesOf(spec, { ...page.result, id: page.report, kind: spec.kind }, language).map(([heading, value]) => (
            <span key={heading}>
              {heading} <b>{value}</b>
            </span>
          ))}
        </p>
      )}
      <Outcome path={path} page={page} />
    </Page>
  );
}
