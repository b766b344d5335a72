package import ExactNumbers
package import Playback
import PlayerSettings
package import Recordings

/// A command of the viewer that changes the session.
package enum SessionCommand: Hashable {
    /// Dismisses the running presentation.
    case close
    /// Dismisses the running presentation and drops all gifts that wait, are held or are parked.
    case clear
    /// Pauses or resumes stage time.
    case togglePause
    /// Switches between queue mode and replace mode.
    case switchMode
    /// Changes the threshold by a number of millionths.
    case moveThreshold(by: Int64)
    /// Sets the threshold.
    case setThreshold(Millionths)
    /// Sets a setting in the layer of the keys, which overrides all other layers during the session.
    case set(SettingKey, SettingValue)
    /// Sets settings of the policy in the layer of the keys, all with one input.
    case adopt([Setting])
    /// Removes a setting from the layer of the keys.
    case unset(SettingKey)
    /// Moves the running presentation by a length of stage time.
    case step(by: Nanoseconds)
    /// Pauses and moves the running presentation by a number of the animation's own frames; negative numbers move it
    /// back.
    case stepFrames(Int)
    /// Moves the running presentation to an elapsed stage time.
    case seek(to: Nanoseconds)
    /// Does something to the gift on the stage, in this order.
    case touch([StageTouch])
    /// Switches to the next lower speed.
    case slower
    /// Switches to the next higher speed.
    case faster
    /// Sets the normal speed, at which stage time runs as fast as session time.
    case normalSpeed
    /// Sends a gift of the kind with this id.
    case send(String)
    /// Sends the gift with this number again, in the name of its sender.
    case sendAgain(Int)
    /// Enters the room at this index of the lobby.
    case enterRoom(Int)
    /// Ends the session.
    case leave
}
