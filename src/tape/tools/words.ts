/** Texts of the strip that is shown while developer tools show another state. */
export const stripWords = {
  zh: {
    past: '开发者工具正在显示第 {{at}} 个动作（共 {{of}} 个）时的页面。页面已暂停：操作无效，也不会发送请求。',
    other: '开发者工具正在显示另一段记录。页面已暂停：操作无效，也不会发送请求。',
    back: '回到现在',
  },
  en: {
    past: 'Developer tools show the page at action {{at}} of {{of}}. The page is paused: clicks do nothing, and nothing is sent.',
    other: 'Developer tools show another history. The page is paused: clicks do nothing, and nothing is sent.',
    back: 'Back to now',
  },
} as const;
