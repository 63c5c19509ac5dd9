import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import type { OutlineArea } from '../../../../contract/wire/develop/apiOutline';
import { Button } from '../../../ui/inputs/buttons';
import { TextInput } from '../../../ui/inputs/fields';
import { Page } from '../../../ui/layout/frame';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';
import { useFormat } from '../../crud/useFormat';
import styles from './ApiDocsPage.module.css';
import { apiDocs, callKey } from './apiDocsSlice';
import { CallEntry } from './CallEntry';
import { found, mostFound, titleOf } from './found';
import { Unfolding } from './Unfolding';

const { actions: at, selectors: see } = apiDocs;

function Calls({ calls }: Pick<OutlineArea, 'calls'>) {
  return (
    <ul className={styles.calls}>
      {calls.map((call) => (
        <CallEntry key={callKey(call)} call={call} />
      ))}
    </ul>
  );
}

/** An area: its calls are drawn when it is opened, or were found by a search. */
function Area({ area, calls, isFound }: OutlineArea & { isFound: boolean }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const isOpen = useSelector((state: never) => see.all(state).open.includes(area)) || isFound;
  const title = textIn(titleOf(area), language);
  const head = (
    <>
      <span className={styles.title}>{title}</span>
      {title !== area && <code className={styles.code}>{area}</code>}
      <span className={text.grow} />
      <span className={text.caption}>{t('apiDocs.calls', { count: calls.length })}</span>
    </>
  );
  return (
    <li>
      <h2 className={styles.areaHead}>
        {isFound ? (
          <span className={styles.found}>{head}</span>
        ) : (
          <Unfolding isOpen={isOpen} onToggle={() => dispatch(at.toggle(area))}>
            {head}
          </Unfolding>
        )}
      </h2>
      {isOpen && <Calls calls={calls} />}
    </li>
  );
}

/** The calls by area, or those that were sought. */
function Areas({ areas }: { areas: readonly OutlineArea[] }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { sought } = useSelector(see.all);
  const late = useDeferredValue(sought.trim());
  const { shown, count } = useMemo(
    () =>
      late ? found(areas, late) : { shown: areas, count: areas.reduce((sum, { calls }) => sum + calls.length, 0) },
    [areas, late],
  );
  return (
    <>
      <Card>
        <search className={styles.search}>
          <TextInput
            type="search"
            aria-label={t('apiDocs.seek')}
            placeholder={t('apiDocs.seek')}
            value={sought}
            onChange={(typed) => dispatch(at.seek(typed))}
          />
          <span role="status" className={text.caption}>
            {late && count > mostFound
              ? t('apiDocs.first', { count, most: mostFound })
              : t(late ? 'apiDocs.found' : 'apiDocs.calls', { count })}
          </span>
        </search>
      </Card>
      {shown.length === 0 ? (
        <Card>
          <EmptyState kind="filtered" title={t('apiDocs.none')}>
            <Button onClick={() => dispatch(at.seek(''))}>{t('apiDocs.clear')}</Button>
          </EmptyState>
        </Card>
      ) : (
        <ul className={styles.areas}>
          {shown.map(({ area, calls }) => (
            <Area key={area} area={area} calls={calls} isFound={late !== ''} />
          ))}
        </ul>
      )}
    </>
  );
}

/** The API document inside the console. */
export function ApiDocsPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { areas, trouble } = useSelector(see.all);
  return (
    <Page>
      <PageTitle
        title={t('apiDocs.title')}
        end={
          <Button icon="arrow-download" onClick={() => dispatch(at.download())}>
            {t('apiDocs.download')}
          </Button>
        }
      >
        <span className={text.caption}>{t('apiDocs.about')}</span>
      </PageTitle>
      {areas || trouble === null ? (
        areas ? (
          <Areas areas={areas} />
        ) : (
          <CardSkeleton lines={8} />
        )
      ) : (
        <Card>
          <EmptyState
            kind={trouble === '' ? 'network' : 'broken'}
            title={trouble === '' ? t('apiDocs.lost') : errorText(t, trouble)}
          >
            <Button icon="arrow-clockwise" onClick={() => dispatch(at.reload())}>
              {t('frame.retry')}
            </Button>
          </EmptyState>
        </Card>
      )}
    </Page>
  );
}
