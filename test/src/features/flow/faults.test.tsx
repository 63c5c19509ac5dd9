/** What keeps a diagram from being deployed, beside its drawing. */
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { Provider } from 'react-redux';
import { Faults } from '../../../../src/features/flow/flowModel/Faults';
import { start } from '../../../support/fakeWorld';

void i18next.use(initReactI18next).init({ lng: 'zh', resources: {} });

it('leads to elements that are drawn, and to no others', async () => {
  const { store } = await start();
  const faults = ['step', 'away', ''].map((elementId) => ({
    ...{ elementId, elementName: elementId, elementType: 'userTask', text: '未指定办理人' },
  }));
  const page = renderToStaticMarkup(
    <Provider store={store}>
      <Faults faults={faults} onLocate={() => {}} isDrawn={(id) => id === 'step'} />
    </Provider>,
  );
  expect([...page.matchAll(/<button.*?>(.*?)<\/button>/g)].map(([, text]) => text!.split(' · ')[0])).toEqual(['step']);
  expect(page.match(/<li/g)).toHaveLength(3);
});
