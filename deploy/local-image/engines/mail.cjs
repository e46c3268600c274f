// Takes every mail and keeps it as a file.
const { createServer } = require('node:http');
const { createWriteStream } = require('node:fs');
const { SMTPServer } = require('smtp-server');

let count = 0;
const onData = (stream, { envelope }, done) => {
  const to = envelope.rcptTo.map(({ address }) => address).join(',');
  stream.pipe(createWriteStream(`/data/${++count}-${to}.eml`)).on('finish', () => done());
};
new SMTPServer({ authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'], onData }).listen(1025);
createServer((_request, response) => response.end('ok')).listen(8025);
