"""A sound server whose only devices are those of a Bluetooth headset; speaks the native protocol of PulseAudio, version 32.

PulseAudio has no module that makes a card without hardware. This server answers what clients ask before they show devices
and cards, changes the profile of the card and mutes what plays; it refuses everything else. Its argument is the path of its
socket.
"""

import asyncio, struct, sys

ERROR, REPLY, AUTH, CLIENT_NAME, SUBSCRIBE, MUTE, EVENT = 0, 2, 8, 9, 35, 39, 66
SERVER, SINK, SINKS, SOURCE, SOURCES, PLAYBACK, RECORDING = 20, 21, 22, 23, 24, 30, 32
CARD, CARDS, SET_PROFILE = 88, 89, 90
NOT_SUPPORTED, NO_ENTITY, INPUT_OUTPUT = 19, 5, 25
NONE = 0xFFFFFFFF
SINK_EVENT, SOURCE_EVENT, SERVER_EVENT, CARD_EVENT, NEW, CHANGE, REMOVE = 0, 1, 7, 9, 0, 16, 32

# Name, label, whether it is available, whether the card has a sink and a source.
PROFILES = [
    ('a2dp_sink', 'High Fidelity Playback (A2DP Sink)', True, True, False),
    ('headset_head_unit', 'Headset Head Unit (HSP/HFP)', True, True, True),
    ('a2dp_source', 'High Fidelity Capture (A2DP Source)', False, False, True),
    ('broken', 'Broken', True, True, False),
    ('off', 'Off', True, False, False),
]
profile = PROFILES[0]
is_muted = False
# Every change of the profile makes new devices.
devices = 0
subscribers = set()


def u32(value):
    return b'L' + struct.pack('>I', value)


def text(value):
    return b'N' if value is None else b't' + value.encode() + b'\0'


SPECIFICATION = b'a' + struct.pack('>BBI', 3, 2, 44100)
CHANNELS = b'm' + bytes([2, 1, 2])
NO_PROPERTIES = b'PN'


def properties(**values):
    made = b'P'
    for name, value in values.items():
        data = value.encode() + b'\0'
        made += text(name.replace('_', '.', 1)) + u32(len(data)) + b'x' + struct.pack('>I', len(data)) + data
    return made + b'N'


def device(name, label):
    answer = u32(devices) + text(name) + text(label) + SPECIFICATION + CHANNELS + u32(NONE)
    answer += b'v' + struct.pack('>BII', 2, 0x8000, 0x8000) + (b'1' if is_muted else b'0') + u32(NONE) + text(None)
    answer += b'U' + bytes(8) + text('stand-in') + u32(0)
    answer += properties(device_form_factor='headset') + b'U' + bytes(8)
    answer += b'V' + struct.pack('>I', 0x10000) + u32(0) + u32(65537) + u32(7)
    return answer + u32(0) + text(None) + b'B\1' + b'fB\1' + NO_PROPERTIES


def sinks():
    return device(f'headset.{devices}', 'Headset') if profile[3] else b''


def sources():
    return device(f'headset.microphone.{devices}', 'Headset Microphone') if profile[4] else b''


def card():
    answer = u32(7) + text('bluez_card.00_11') + u32(NONE) + text('stand-in') + u32(len(PROFILES))
    for name, label, is_available, plays, records in PROFILES:
        answer += text(name) + text(label) + u32(plays) + u32(records) + u32(1) + u32(is_available)
    return answer + text(profile[0]) + properties(device_description='Headset') + u32(0)


def server():
    answer = text('stand-in') + text('16') + text('user') + text('host') + SPECIFICATION
    answer += text(f'headset.{devices}' if profile[3] else None)
    return answer + text(f'headset.microphone.{devices}' if profile[4] else None) + u32(1) + CHANNELS


def send(writer, command, tag, content):
    packet = u32(command) + u32(tag) + content
    writer.write(struct.pack('>IIIII', len(packet), NONE, 0, 0, 0) + packet)


def tell(facility, kind, index):
    for writer in subscribers:
        send(writer, EVENT, NONE, u32(facility | kind) + u32(index))


def set_profile(name):
    """Changes the profile as PulseAudio does, and returns the number of an error; 0: there is none."""
    global profile, devices
    wanted = [each for each in PROFILES if each[0] == name]
    if not wanted:
        return NO_ENTITY
    if name == 'broken':
        return INPUT_OUTPUT
    for facility, is_there in (SINK_EVENT, profile[3]), (SOURCE_EVENT, profile[4]):
        if is_there:
            tell(facility, REMOVE, devices)
    profile = wanted[0]
    devices += 1
    for facility, is_there in (SINK_EVENT, profile[3]), (SOURCE_EVENT, profile[4]):
        if is_there:
            tell(facility, NEW, devices)
    tell(CARD_EVENT, CHANGE, 7)
    tell(SERVER_EVENT, CHANGE, NONE)
    return 0


def mute(is_on):
    global is_muted
    is_muted = is_on
    tell(SINK_EVENT, CHANGE, devices)


def texts(content):
    """The texts among the arguments of a request that has no others but numbers and missing texts."""
    found = []
    while content:
        if content[:1] == b'L':
            content = content[5:]
        elif content[:1] == b'N':
            content = content[1:]
        else:
            value, content = content[1:].split(b'\0', 1)
            found.append(value.decode())
    return found


def answer(writer, command, tag, content):
    answers = {
        AUTH: lambda: u32(32), CLIENT_NAME: lambda: u32(1), SERVER: server, SINK: sinks, SINKS: sinks,
        SOURCE: sources, SOURCES: sources, PLAYBACK: bytes, RECORDING: bytes, CARD: card, CARDS: card,
        SUBSCRIBE: bytes, MUTE: bytes,
    }
    if command == SUBSCRIBE:
        subscribers.add(writer)
    if command == MUTE:
        mute(content.endswith(b'1'))
    if command == SET_PROFILE:
        error = set_profile(texts(content)[-1])
    else:
        error = 0 if command in answers else NOT_SUPPORTED
    made = answers.get(command, bytes)()
    if not made and command in (SINK, SOURCE):
        error = NO_ENTITY
    send(writer, ERROR if error else REPLY, tag, u32(error) if error else made)


async def serve(reader, writer):
    try:
        while True:
            length, = struct.unpack('>I', (await reader.readexactly(20))[:4])
            packet = await reader.readexactly(length)
            command, tag = struct.unpack('>xIxI', packet[:10])
            answer(writer, command, tag, packet[10:])
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        subscribers.discard(writer)
        writer.close()


async def main():
    made = await asyncio.start_unix_server(serve, sys.argv[1])
    await made.serve_forever()

asyncio.run(main())
