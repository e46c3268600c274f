import { readingClient } from './reading-client';

it.each([
  ['Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)', 'gmail'],
  ['YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html', 'yahoo'],
  ['Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Microsoft Outlook 16.0.5197)', 'outlook'],
  ['Mozilla/4.0 (compatible; ms-office; MSOffice 16)', 'outlook'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.0', 'thunderbird'],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 SamsungBrowser/24.0 Chrome/117 Safari/537.36',
    'samsung',
  ],
  ['Samsung Email', 'samsung'],
  ['Mozilla/5.0', 'apple_mail'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)', 'apple_mail'],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15', 'other'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36', 'other'],
  ['curl/8.0', 'other'],
  ['', 'other'],
])('%s is %s', (agent, client) => expect(readingClient(agent)).toBe(client));
