/** A long text of a log says why it is empty. */
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { logUsual } from '../../../../contract/modules/log/logUsual';
import type { Format } from '../../../../src/features/crud/screen';
import { LongText } from '../../../../src/features/log/Details';

void i18next.use(initReactI18next).init({ lng: 'zh', resources: {} });

it.each([
  ['what was sent', '{"size":"30"}', '&quot;size&quot;: &quot;30&quot;'],
  ['a dash where nothing was sent', '', 'data-dash'],
  ['that it is withheld, where the server withholds it', null, 'logText.withheld'],
])('shows %s', (_what, params, shown) => {
  const page = renderToStaticMarkup(
    <LongText
      name="params"
      field={logUsual.fields.params}
      draft={{ params }}
      format={{ language: 'zh-CN' } as unknown as Format}
      onType={() => {}}
    />,
  );
  expect(page).toContain(shown);
});
