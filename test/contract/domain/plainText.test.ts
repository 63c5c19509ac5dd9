import { plainText } from '../../../contract/domain/plainText';

describe('a rich text in one line', () => {
  it.each([
    ['', ''],
    ['<p>第一段</p><p>第二段</p>', '第一段 第二段'],
    ['第一行<br />第二行', '第一行 第二行'],
    ['<ul><li>一</li><li>二</li></ul>', '一 二'],
    ['<b>加</b><i>粗</i>', '加粗'],
    ['1 &lt; 2 &amp;&amp; 3 &gt; 2&nbsp;!', '1 < 2 && 3 > 2 !'],
    ['&amp;lt;b&amp;gt; stays text', '&lt;b&gt; stays text'],
    ['<img src="/a.png" alt="图">图', '图'],
  ])('%j reads %j', (html, expected) => {
    expect(plainText(html)).toBe(expected);
  });
});
