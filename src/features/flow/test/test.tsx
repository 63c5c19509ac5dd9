import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { settings } from '../../../store/settings';
import { Button } from '../../../ui/inputs/buttons';
import { FormField, TextArea, TextInput } from '../../../ui/inputs/fields';
import { RichText } from '../../../ui/inputs/rich/RichText';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { Page } from '../../../ui/layout/frame';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { Card } from '../../../ui/layout/surfaces';
import { EmptyState } from '../../../ui/overlays/messages';
import { EditorField } from '../../crud/editor/editor';
import { editor } from '../../crud/editor/editorSlice';
import type { Feature } from '../../crud/feature';
import { Drawing, FlowDialog, FlowPane } from '../FlowViewer';
import { showFlow } from '../flowSlice';
import styles from './test.module.css';
import { testSaga } from './testSaga';
import { sampleHistory, sampleText, sampleXml } from './testSamples';
import { testEditor, testPage } from './testSlice';

function Text() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const html = useSelector((state: never) => editor.selectors.html(state, testEditor));
  const fill = (text: string) => () => dispatch(editor.actions.fill({ name: testEditor, html: text }));
  return (
    <Card
      title={t('test.text')}
      aside={
        <>
          <Button size="small" onClick={fill(sampleText)}>
            {t('test.sample')}
          </Button>
          <Button size="small" onClick={fill('')}>
            {t('crud.clear')}
          </Button>
        </>
      }
    >
      <div className={arrange.fields}>
        <EditorField name={testEditor} label={t('test.text')} />
        <h3>{t('test.preview')}</h3>
        <RichText html={html} />
      </div>
    </Card>
  );
}

function Diagram() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { xml, history, markers, isUnreadable, instance } = useSelector(testPage.selectors.all);
  return (
    <Card
      title={t('test.diagram')}
      aside={
        <Button
          size="small"
          onClick={() => dispatch(testPage.actions.typed({ xml: sampleXml, history: sampleHistory }))}
        >
          {t('test.sample')}
        </Button>
      }
    >
      <div className={arrange.fields}>
        <div className={arrange.pair}>
          <FormField label={t('test.xml')} layout="above">
            <TextArea
              value={xml}
              rows={5}
              spellCheck={false}
              onChange={(text) => dispatch(testPage.actions.typed({ xml: text }))}
            />
          </FormField>
          <FormField label={t('test.history')} layout="above">
            <TextArea
              value={history}
              rows={5}
              spellCheck={false}
              onChange={(text) => dispatch(testPage.actions.typed({ history: text }))}
            />
          </FormField>
        </div>
        {xml.trim() !== '' && (
          <FlowPane>
            {isUnreadable ? (
              <EmptyState kind="never" title={t('flow.unreadable')} />
            ) : (
              <Drawing xml={xml} markers={markers} onUnreadable={() => dispatch(testPage.actions.unreadable())} />
            )}
          </FlowPane>
        )}
        <Form
          className={`${arrange.row} ${styles.instance}`}
          onSubmit={() => instance && dispatch(showFlow({ processInstanceId: instance }))}
        >
          <FormField label={t('test.instance')} layout="above">
            <TextInput value={instance} onChange={(text) => dispatch(testPage.actions.typed({ instance: text }))} />
          </FormField>
          <Button type="submit" {...(instance ? {} : { disabledReason: t('test.noInstance') })}>
            {t('test.show')}
          </Button>
        </Form>
      </div>
      <FlowDialog />
    </Card>
  );
}

function Broken(): never {
  throw new Error('thrown while rendering, from the test page');
}

function Faults() {
  const { t } = useTranslation();
  const [isBroken, setBroken] = useState(false);
  return (
    <Card title={t('test.faults')}>
      <div className={arrange.row}>
        <Button onClick={() => setBroken(true)}>{t('test.throw')}</Button>
        <Button onClick={() => void Promise.reject(new Error('rejected, from the test page'))}>
          {t('test.reject')}
        </Button>
      </div>
      {isBroken && <Broken />}
    </Card>
  );
}

/** The container of /test/index: parts without a page of their own, and errors on demand. */
function TestPage() {
  const { t } = useTranslation();
  const { testerMode } = useSelector(settings.selectors.all);
  if (!testerMode) return null; // The route is about to change.
  return (
    <Page>
      <PageTitle title={t('test.title')} />
      <Text />
      <Diagram />
      <Faults />
    </Page>
  );
}

export const feature: Feature = {
  name: 'test',
  needs: ['editor', 'flow'],
  slices: [testPage],
  saga: testSaga,
  pages: { '': TestPage },
};
