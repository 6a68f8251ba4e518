import type { LookupAddress } from 'node:dns';
import { afterEach, describe, expect, it } from 'vitest';
import { addressReach, hostWithin } from '../../../src-main/models/address-rules.ts';
import { doorRequest, never, testDoor } from './helpers/doors.ts';
import { startLocalServer } from './helpers/local-server.ts';
import type { LocalServer } from './helpers/local-server.ts';

const servers: LocalServer[] = [];
const serve: typeof startLocalServer = async (handle) => {
  const server = await startLocalServer(handle);
  servers.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

describe('addresses', () => {
  it.each([
    ['127.0.0.1', 'this computer'],
    ['127.8.9.10', 'this computer'],
    ['::1', 'this computer'],
    ['::ffff:127.0.0.1', 'this computer'],
    ['0.0.0.0', 'this computer'],
    ['10.1.2.3', 'local network'],
    ['172.31.255.1', 'local network'],
    ['192.168.0.7', 'local network'],
    ['169.254.3.4', 'local network'],
    ['fd00::1', 'local network'],
    ['fe80::1%eth0', 'local network'],
    ['::ffff:10.0.0.1', 'local network'],
    ['172.32.0.1', 'public'],
    ['100.64.0.1', 'public'],
    ['169.254.169.254', 'public'],
    ['::ffff:8.8.8.8', 'public'],
    ['8.8.8.8', 'public'],
    ['2001:4860:4860::8888', 'public'],
  ])('%s is %s', (address, reach) => {
    expect(addressReach(address)).toBe(reach);
  });

  it('takes a domain and its subdomains, not names that merely end alike', () => {
    expect(hostWithin('cdn.hf.co', 'hf.co')).toBe(true);
    expect(hostWithin('hf.co', 'hf.co')).toBe(true);
    expect(hostWithin('evilhf.co', 'hf.co')).toBe(false);
  });
});

describe('case 40: the one door to the network', () => {
  it('opens this computer, streams the body and records what moved', async () => {
    const server = await serve((_request, response) => void response.end('hello'));
    const { door, lines, told } = testDoor();
    const response = await door.open(doorRequest(server.url, { method: 'POST', body: '{}' }), never());
    expect(await response.text()).toBe('hello');
    expect(lines()).toMatchObject([
      { host: '127.0.0.1', purpose: 'test', outcome: 'done', bytesSent: 2, bytesReceived: 5 },
    ]);
    expect(told.map(({ outcome }) => outcome)).toEqual(['open', 'done']);
  });

  it('refuses public addresses before any packet, and says which host', async () => {
    const { door, lines } = testDoor();
    await expect(door.open(doorRequest('http://93.184.216.34/'), never())).rejects.toMatchObject({
      code: 'addressRefused',
      message: expect.stringContaining('93.184.216.34') as string,
    });
    expect(lines()).toMatchObject([{ outcome: 'refused', bytesSent: 0 }]);
  });

  it('connects to the address it checked: a name cannot change in between', async () => {
    const server = await serve((_request, response) => void response.end('local'));
    let asked = 0;
    const rebind = (): Promise<LookupAddress[]> => {
      asked += 1;
      return Promise.resolve([{ address: asked === 1 ? '127.0.0.1' : '8.8.8.8', family: 4 }]);
    };
    const { door } = testDoor(rebind);
    const response = await door.open(doorRequest(`http://model.test:${server.port}/`), never());
    expect(await response.text()).toBe('local');
    expect(asked).toBe(1);
    await expect(door.open(doorRequest(`http://model.test:${server.port}/`), never())).rejects.toMatchObject({
      code: 'addressRefused',
    });
  });

  it('uses only the near ones of several addresses of a name', async () => {
    const server = await serve((_request, response) => void response.end('near'));
    const { door } = testDoor(() =>
      Promise.resolve([
        { address: '8.8.8.8', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ]),
    );
    const response = await door.open(doorRequest(`http://two.test:${server.port}/`), never());
    expect(await response.text()).toBe('near');
  });

  it('checks where a redirect leads, and keeps the key at home', async () => {
    const target = await serve((_request, response) => void response.end('there'));
    const server = await serve((request, response) => {
      const to = request.path === '/near' ? target.url : 'http://93.184.216.34/x';
      response.writeHead(302, { location: to }).end();
    });
    const { door } = testDoor();
    const headers = { authorization: 'Bearer secret' };
    const near = await door.open(doorRequest(`${server.url}/near`, { headers }), never());
    expect(await near.text()).toBe('there');
    expect(server.seen[0]?.headers.authorization).toBe('Bearer secret');
    expect(target.seen[0]?.headers.authorization).toBeUndefined();
    await expect(door.open(doorRequest(`${server.url}/far`), never())).rejects.toMatchObject({
      code: 'addressRefused',
    });
  });

  it('refuses everything when offline, and ends what is open', async () => {
    const server = await serve((_request, response) => void response.write('begin'));
    const state = testDoor();
    const response = await state.door.open(doorRequest(server.url), never());
    const reading = response.text();
    state.offline = true;
    state.door.closeIfOffline();
    await expect(reading).rejects.toMatchObject({ code: 'offline' });
    await expect(state.door.open(doorRequest(server.url), never())).rejects.toMatchObject({
      code: 'offline',
    });
    expect(() => state.door.permitProgram('pip', 'test')).toThrow(
      expect.objectContaining({ code: 'offline' }),
    );
    expect(server.seen).toHaveLength(1);
  });

  it('ignores a proxy of the environment', async () => {
    const proxy = await serve((_request, response) => void response.end('proxy'));
    const server = await serve((_request, response) => void response.end('direct'));
    process.env['HTTP_PROXY'] = process.env['http_proxy'] = proxy.url;
    process.env['NODE_USE_ENV_PROXY'] = '1';
    try {
      const response = await testDoor().door.open(doorRequest(server.url), never());
      expect(await response.text()).toBe('direct');
    } finally {
      for (const name of ['HTTP_PROXY', 'http_proxy', 'NODE_USE_ENV_PROXY'])
        Reflect.deleteProperty(process.env, name);
    }
    expect(proxy.seen).toHaveLength(0);
  });

  it('closes the connection when aborted, before and after the head', async () => {
    const server = await serve((request, response) => {
      if (request.path === '/body') response.write('first');
    });
    const { door, lines } = testDoor();
    const early = new AbortController();
    const hanging = door.open(doorRequest(`${server.url}/head`), early.signal);
    setTimeout(() => early.abort(), 50);
    await expect(hanging).rejects.toMatchObject({ name: 'AbortError' });
    await server.peerClosed;
    const late = new AbortController();
    const response = await door.open(doorRequest(`${server.url}/body`), late.signal);
    setTimeout(() => late.abort(), 50);
    await expect(response.text()).rejects.toMatchObject({ name: 'AbortError' });
    expect(lines().map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
  });

  it('says when a server is slow, gone, or breaks off', async () => {
    const server = await serve((request, response) => {
      if (request.path === '/cut') {
        response.writeHead(200, { 'content-length': '100' });
        response.write('part', () => response.destroy());
      }
    });
    const { door } = testDoor();
    await expect(
      door.open(doorRequest(`${server.url}/slow`, { headTimeout: 100 }), never()),
    ).rejects.toMatchObject({ code: 'serverTimeout', retryable: true });
    const cut = await door.open(doorRequest(`${server.url}/cut`), never());
    await expect(cut.text()).rejects.toMatchObject({ code: 'serverUnreachable' });
    const gone = await startLocalServer(() => undefined);
    const { port } = gone;
    await gone.close();
    await expect(door.open(doorRequest(`http://127.0.0.1:${port}/`), never())).rejects.toMatchObject({
      code: 'serverUnreachable',
      message: expect.stringContaining(`127.0.0.1:${port}`) as string,
    });
  });

  it.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'not a url'])('refuses %s', async (url) => {
    await expect(testDoor().door.open(doorRequest(url), never())).rejects.toMatchObject({
      code: 'addressRefused',
    });
  });
});
